import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.ts'
import type { TestShop } from './test-shop.ts'
import type { Person } from './users.ts'

/** Places an order for a product. */
export async function buy(who: Person, product: { id: string }, quantity = 10): Promise<Order> {
  const order = { productId: product.id, quantity, name: 'Jane Buyer', address: '1 Anvil Street' }
  const { status, body } = await who.call('POST', '/perchase', order)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

/** Inserts unpaid copies of an order with these ids directly into the database. */
export async function copyOrder(db: Db, { _id, quantity }: Order, ids: string[]): Promise<void> {
  const order = db.selectFrom('purchase').selectAll().where('id', '=', _id)
  const { orderNumber: _, status: __, ...row } = await order.executeTakeFirstOrThrow()
  const { productId, accountId } = row
  await db
    .updateTable('product')
    .set(({ eb }) => ({ quantity: eb('quantity', '-', quantity * ids.length) }))
    .where('id', '=', productId)
    .execute()
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500)
    const movement = { productId, accountId, delta: -quantity, reason: 'order' }
    const movements = some.map((purchaseId) => ({ ...movement, purchaseId }))
    await db
      .insertInto('purchase')
      .values(some.map((id) => ({ ...row, id })))
      .execute()
    await db.insertInto('stockMovement').values(movements).execute()
  }
}

/** The rows of all orders that are not cancelled, oldest first. */
export function listedOrders(db: Db) {
  return db
    .selectFrom('purchase')
    .selectAll()
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .execute()
}

/** Opens the payment page of an order; returns the id of its payment at the card provider. */
export async function startPaying(who: Person, order: Order): Promise<string> {
  const { status, body } = await who.call('GET', `/purchase/payment/${order._id}`)
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
 * Captures $125 for an order at the card provider, whether or not the shop asks for it; returns the
 * payment's id. The shop is not notified.
 */
export async function payUnasked({ stripe }: TestShop, order: Order): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 12_500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { orderId: order._id },
  })
  return id
}

/** Reports a payment to the shop, as the payment page does. */
export function reportPayment(who: Person, order: Order, transactionId: string) {
  return who.call('PUT', `/purchase/${order._id}`, { transactionId })
}

/** A user's orders, newest first. */
export async function ordersOf(who: Person): Promise<Order[]> {
  return (await who.call('GET', `/purchase/${who.email}`)).body
}

/** Starts one payment of several orders; returns its id at the card provider. */
export async function payTogether(who: Person, orderIds: string[]): Promise<string> {
  const { status, body } = await who.call('POST', '/payments', { orderIds })
  expect({ status, body }).toMatchObject({ status: 200 })
  return intentOf(body.clientSecret)
}
