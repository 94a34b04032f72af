import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { selectLines } from '#shop/orders/line-queries.server.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import type { TestShop } from './test-shop.ts'
import type { Person } from './users.ts'

/** Places an order for a product. */
export async function buy(user: Person, product: { id: string }, quantity = 10): Promise<OrderLine> {
  const order = { productId: product.id, quantity, name: 'Jane Buyer', address: '1 Anvil Street' }
  const { status, body } = await user.call('POST', '/perchase', order)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

/** Places one order of several products. */
export async function buySeveral(user: Person, products: { id: string }[], quantity = 10): Promise<Order> {
  const lines = products.map(({ id: productId }) => ({ productId, quantity }))
  const order = { lines, name: 'Jane Buyer', address: '1 Anvil Street' }
  const { status, body } = await user.call('POST', '/orders', order)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

/**
 * Inserts unpaid copies of a line directly into the database, each as an order of its own; the ids
 * are those of the lines, and of their orders.
 */
export async function copyOrder(
  db: Db,
  { _id, quantity }: Pick<OrderLine, '_id' | 'quantity'>,
  ids: string[],
): Promise<void> {
  const line = db.selectFrom('orderLine').selectAll().where('id', '=', _id)
  const { status: _, ...row } = await line.executeTakeFirstOrThrow()
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', row.orderId)
    .executeTakeFirstOrThrow()
  const { productId, accountId } = row
  await db
    .updateTable('product')
    .set(({ eb }) => ({ quantity: eb('quantity', '-', quantity * ids.length) }))
    .where('id', '=', productId)
    .execute()
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500)
    const movement = { productId, accountId, delta: -quantity, kind: 'order' }
    await db
      .insertInto('orders')
      .values(some.map((id) => ({ ...order, id, number: `FW-COPY-${id}` })))
      .execute()
    await db
      .insertInto('orderLine')
      .values(some.map((id) => ({ ...row, id, orderId: id })))
      .execute()
    const movements = some.map((orderLineId) => ({ ...movement, orderLineId }))
    await db.insertInto('stockMovement').values(movements).execute()
  }
}

/** The rows of all orders that are not cancelled, oldest first. */
export function listedOrders(db: Db) {
  return selectLines(db).where('orderLine.status', '<>', 'cancelled').orderBy('orderLine.id').execute()
}

/** Opens the payment page of an order; returns the id of its payment at the card provider. */
export async function startPaying(user: Person, order: OrderLine): Promise<string> {
  const { status, body } = await user.call('GET', `/purchase/payment/${order._id}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return intentOf(body.clientSecret)
}

export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret.*/, '')
}

/** Pays at the card provider, as the card form does; the shop is not notified. */
export async function payByCard({ stripe }: TestShop, intentId: string): Promise<void> {
  await stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
}

/**
 * Captures money at the card provider that names the latest payment of an order, whether or not the
 * shop asks for it; returns its id at the provider. The shop is not notified.
 */
export async function payUnasked(
  { db, stripe }: TestShop,
  order: OrderLine,
  { amount = 12_500, card = 'pm_card_visa' } = {},
): Promise<string> {
  const { paymentId } = await db
    .selectFrom('paymentLine')
    .select('paymentId')
    .where('orderLineId', '=', order._id)
    .orderBy('paymentId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id } = await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: card,
    confirm: true,
    metadata: { paymentId },
  })
  return id
}

/** Reports a payment to the shop, as the payment page does. */
export function reportPayment(user: Person, order: OrderLine, transactionId: string) {
  return user.call('PUT', `/purchase/${order._id}`, { transactionId })
}

/** A user's orders, newest first. */
export async function ordersOf(user: Person): Promise<OrderLine[]> {
  return (await user.call('GET', `/purchase/${user.email}`)).body
}

/** Starts one payment of several order lines; returns its id at the card provider. */
export async function payTogether(user: Person, lineIds: string[]): Promise<string> {
  const { status, body } = await user.call('POST', '/payments', { lineIds })
  expect({ status, body }).toMatchObject({ status: 200 })
  return intentOf(body.clientSecret)
}

/** Asks for a refund of a payment, by its id at the provider, with a key of its own. */
export function refund(admin: Person, transactionId: string, body: object, key = randomUUID()) {
  const path = `/payments/${transactionId}/refunds`
  return admin.call('POST', path, body, { 'Idempotency-Key': key })
}

/** Pays lines of a buyer with one payment; returns its id at the provider. */
export async function payFor(shop: TestShop, user: Person, lineIds: string[]): Promise<string> {
  const intent = await payTogether(user, lineIds)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  return intent
}

/** Begins to pack an order. */
export async function startPacking(admin: Person, order: string) {
  const { status, body } = await admin.call('POST', '/shipments', { order })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

/** The lines of a shipment, as its call takes them. */
export type Pieces = { _id: string; quantity: number }[]

/** Packs pieces of an order into a new shipment. */
export async function pack(admin: Person, line: Pick<OrderLine, 'orderId'>, lines: Pieces) {
  const { _id, version } = await startPacking(admin, line.orderId)
  return admin.call('POST', `/shipments/${_id}/pack`, { version, lines })
}

/** Packs pieces of an order and ships them. */
export async function ship(admin: Person, line: Pick<OrderLine, 'orderId'>, lines: Pieces) {
  const packed = await pack(admin, line, lines)
  expect(packed).toMatchObject({ status: 200 })
  const { _id, version } = packed.body
  const sent = { version, carrier: 'UPS', trackingNumber: '1Z 999' }
  const { status, body } = await admin.call('POST', `/shipments/${_id}/ship`, sent)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
