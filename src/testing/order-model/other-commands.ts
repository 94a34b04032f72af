import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestShop } from '#testing/test-shop.ts'
import { actor, expectAnswer, idOf, step, which, who, whoIs } from './command.ts'
import { acknowledged, cancelled, eventsArrive, heardOf, movePieces } from './model-transitions.ts'
import { shownOrder } from './order-commands.ts'
import { type ModelPayment, type ModelProduct, nth, type OrderModel } from './order-model.ts'

export const cancelOrder = step(
  'cancelOrder',
  fc.record({ actor, order: which }),
  async ({ actor, order: n }, model, { people }) => {
    const order = nth(model.orders, n)
    const who = whoIs(actor, order)
    const answer = await people[who].call('DELETE', `/purchase/${idOf(order)}`)
    expectAnswer(answer, cancelled(model, who, order))
  },
)

/** Cancels an order while the provider's events arrive; no money is lost in either order. */
export const cancelAsMoneyArrives = step(
  'cancelAsMoneyArrives',
  which,
  async (n, model, { shop, people }) => {
    const [order] = nth(model.events, n)?.payment.orders ?? []
    // The groups of the order would make a third party to the race; they have races of their own.
    if (!order || model.groups.some(({ orders }) => orders.includes(order))) return
    const [answer] = await Promise.all([
      people[order.buyer].call('DELETE', `/purchase/${order.id}`),
      shop.cards.deliverDueWebhooks(),
    ])
    const cancel = () => cancelled(model, order.buyer, order)
    if (answer.status === 200) {
      expect(cancel()).toEqual({ status: 200 })
      return eventsArrive(model, false)
    }
    // The outcome of the race is read from the shop.
    const { payment } = order
    if (payment && (await hasPaid(shop, payment))) heardOf(model, payment)
    eventsArrive(model, false)
    if (payment && (await isKnown(shop, payment))) heardOf(model, payment)
    expect(cancel().status).toBe(answer.status)
    // The order's own payment may have been cancelled before another payment paid the order.
    if (payment?.state !== 'open') return
    const { status } = await shop.stripe.paymentIntents.retrieve(payment.id)
    if (status === 'canceled') payment.state = 'canceled'
  },
)

async function hasPaid({ db }: TestShop, { id }: ModelPayment): Promise<boolean> {
  const order = db.selectFrom('orderLine').select('id').where('transactionId', '=', id)
  return (await order.executeTakeFirst()) !== undefined
}

async function isKnown({ db }: TestShop, { id }: ModelPayment): Promise<boolean> {
  const money = db.selectFrom('capturedPayment').select('orderLineId')
  return (await money.where('paymentIntentId', '=', id).executeTakeFirst()) !== undefined
}

export const acknowledgeRelease = step(
  'acknowledgeRelease',
  fc.record({ actor, cancel: which, more: fc.constantFrom(0, 0, 0, 1) }),
  async ({ actor, cancel: n, more }, model, { people }) => {
    const order = nth(model.cancels, n)
    const who = whoIs(actor, order)
    const product = order?.product ?? (model.products[0] as ModelProduct)
    const quantity = (order?.quantity ?? 1) + more
    const answer = await people[who].call('PUT', `/products/quantity/${product.id}`, { quantity })
    expectAnswer(answer, acknowledged(model, { who, product, quantity }))
  },
)

/** Users see only their own orders, newest first; the admin sees all. Cancelled orders are separate. */
export const readLists = step(
  'readLists',
  fc.record({ who, whose: who }),
  async ({ who, whose }, model, { people }) => {
    const own = `/purchase/${people[whose].email}`
    const lists = [
      { isCancelled: false, ownPath: own, allPath: '/purchase' },
      {
        isCancelled: true,
        ownPath: `${own}?state=cancelled`,
        allPath: '/purchase?state=cancelled&size=1000',
      },
    ]
    for (const { isCancelled, ownPath, allPath } of lists) {
      const list = await people[who].call('GET', ownPath)
      if (who === whose) expect(list.body).toMatchObject(shownOrders(model, isCancelled, who))
      else expectAnswer(list, { status: 404, code: 'not-found' })
      const all = await people[who].call('GET', allPath)
      if (who === 'owner') expect(all.body).toMatchObject(shownOrders(model, isCancelled))
      else expectAnswer(all, { status: 403, code: 'not-allowed' })
    }
  },
)

function shownOrders(model: OrderModel, isCancelled: boolean, whose?: string) {
  return model.orders
    .filter(
      ({ status, buyer }) =>
        (status === 'cancelled') === isCancelled && (!whose || buyer === whose),
    )
    .map((order) => shownOrder(model, order))
    .reverse()
}

export const changePrice = step(
  'changePrice',
  fc.record({ product: fc.nat(2), cents: fc.constantFrom(1250, 1300, 33) }),
  async ({ product: n, cents }, model, { shop }) => {
    const product = nth(model.products, n) as ModelProduct
    product.cents = cents
    const change = { unitPriceCents: cents }
    await shop.db.updateTable('product').set(change).where('id', '=', product.id).execute()
  },
)

export const correctStock = step(
  'correctStock',
  fc.record({ product: fc.nat(2), delta: fc.constantFrom(-2, 5) }),
  async ({ product: n, delta }, model, { shop }) => {
    const product = nth(model.products, n) as ModelProduct
    if (product.quantity + delta < 0) return
    movePieces(model, product, delta, 'correction')
    await sql`with changed as (
        update product set quantity = quantity + ${delta} where id = ${product.id} returning id)
      insert into stock_movement (product_id, delta, kind)
      select id, ${delta}::integer, 'correction' from changed`.execute(shop.db)
  },
)

export const deleteProduct = step('deleteTool', fc.nat(2), async (n, model, { shop }) => {
  const product = nth(model.products, n) as ModelProduct
  product.isDeleted = true
  const change = { deletedAt: new Date() }
  await shop.db.updateTable('product').set(change).where('id', '=', product.id).execute()
})
