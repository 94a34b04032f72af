import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestShop } from '#server/testing/test-shop.ts'
import { actingUser, actor, expectAnswer, idOf, step, user, which } from './command.ts'
import {
  acknowledged,
  alreadyCancelled,
  alreadyPaid,
  cancelLines,
  cancelled,
  eventsArrive,
  heardOf,
  movePieces,
  unfinishedOf,
} from './model-transitions.ts'
import { shownLine } from './order-commands.ts'
import { type ModelMoney, type ModelProduct, nth, type OrderModel } from './order-model.ts'

export const cancelLine = step(
  'cancelLine',
  fc.record({ actor, line: which }),
  async ({ actor, line: n }, model, { users }) => {
    const line = nth(model.lines, n)
    const user = actingUser(actor, line)
    const answer = await users[user].call('DELETE', `/purchase/${idOf(line)}`)
    expectAnswer(answer, cancelled(model, user, line))
  },
)

/** Cancels the unpaid lines of an order. */
export const cancelOrder = step('cancelOrder', which, async (n, model, { users }) => {
  const line = nth(model.lines, n)
  if (!line) return
  const answer = await users[line.buyer].call('DELETE', `/orders/${line.orderId}`)
  const lines = model.lines.filter(({ orderId }) => orderId === line.orderId)
  const cancelledLines = cancelLines(model, line.buyer, lines)
  if (cancelledLines.length > 0) {
    return expect(answer).toMatchObject({
      status: 200,
      body: {
        deletedCount: cancelledLines.length,
        lines: lines.map(({ id, status }) => ({ _id: id, status })),
      },
    })
  }
  const isPaid = lines.some(({ status }) => status === 'paid')
  expectAnswer(answer, isPaid ? alreadyPaid : alreadyCancelled)
})

/** Cancels a line while the provider's events arrive; no money is lost in either order. */
export const cancelAsMoneyArrives = step('cancelAsMoneyArrives', which, async (n, model, { shop, users }) => {
  const { money } = nth(model.events, n) ?? {}
  const [line] = money?.payment.lines ?? []
  if (!money || !line || unfinishedOf(model, [line])[0] !== money.payment) return
  const [answer] = await Promise.all([
    users[line.buyer].call('DELETE', `/purchase/${line.id}`),
    shop.cards.deliverDueWebhooks(),
  ])
  const cancel = () => cancelled(model, line.buyer, line)
  if (answer.status === 200) {
    expect(cancel()).toEqual({ status: 200 })
    return eventsArrive(model, false)
  }
  // The outcome of the race is read from the shop.
  if (await isKnown(shop, money)) heardOf(model, money)
  eventsArrive(model, false)
  expect(cancel().status).toBe(answer.status)
})

async function isKnown({ db }: TestShop, { id }: ModelMoney): Promise<boolean> {
  const payment = db.selectFrom('payment').select('id').where('providerId', '=', id)
  return (await payment.where('capturedAt', 'is not', null).executeTakeFirst()) !== undefined
}

export const acknowledgeRelease = step(
  'acknowledgeRelease',
  fc.record({ actor, cancel: which, more: fc.constantFrom(0, 0, 0, 1) }),
  async ({ actor, cancel: n, more }, model, { users }) => {
    const line = nth(model.cancels, n)
    const user = actingUser(actor, line)
    const product = line?.product ?? (model.products[0] as ModelProduct)
    const quantity = (line?.quantity ?? 1) + more
    const answer = await users[user].call('PUT', `/products/quantity/${product.id}`, { quantity })
    expectAnswer(answer, acknowledged(model, { user, product, quantity }))
  },
)

/** Users see only their own orders, newest first; the admin sees all. Cancelled orders are separate. */
export const readLists = step(
  'readLists',
  fc.record({ user, owner: user }),
  async ({ user, owner }, model, { users }) => {
    const own = `/purchase/${users[owner].email}`
    const lists = [
      { isCancelled: false, ownPath: own, allPath: '/purchase' },
      {
        isCancelled: true,
        ownPath: `${own}?state=cancelled`,
        allPath: '/purchase?state=cancelled&size=1000',
      },
    ]
    for (const { isCancelled, ownPath, allPath } of lists) {
      const list = await users[user].call('GET', ownPath)
      if (user === owner) expect(list.body).toMatchObject(shownLines(model, isCancelled, user))
      else expectAnswer(list, { status: 404, code: 'not-found' })
      const all = await users[user].call('GET', allPath)
      if (user === 'admin') expect(all.body).toMatchObject(shownLines(model, isCancelled))
      else expectAnswer(all, { status: 403, code: 'not-allowed' })
    }
  },
)

function shownLines(model: OrderModel, isCancelled: boolean, owner?: string) {
  return model.lines
    .filter(({ status, buyer }) => (status === 'cancelled') === isCancelled && (!owner || buyer === owner))
    .map((line) => shownLine(model, line))
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

export const deleteProduct = step('deleteProduct', fc.nat(2), async (n, model, { shop }) => {
  const product = nth(model.products, n) as ModelProduct
  product.isDeleted = true
  const change = { deletedAt: new Date() }
  await shop.db.updateTable('product').set(change).where('id', '=', product.id).execute()
})
