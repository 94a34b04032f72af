import { expect, test } from 'vitest'
import { unavailable } from '#platform/http/http-errors.ts'
import { buySeveral } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { cancelLines } from './cancel-lines.server.ts'
import { cancelOrder } from './cancel-order.server.ts'

const lineOf = (product: { id: string }, quantity: number) => ({ productId: product.id, quantity })

function placeList(user: Person, lines: object[]) {
  return user.call('POST', '/orders', { lines, name: 'Jane Buyer', address: '1 Anvil Street' })
}

test('cancelling an order cancels its unpaid lines, with one mail', async () => {
  const shop = await openTestShop()
  const square = await addProduct(shop.db, { name: 'Try Square' })
  const gauge = await addProduct(shop.db)
  const [jane, eve] = [await signUp(shop), await signUp(shop)]
  const { body: order } = await placeList(jane, [lineOf(square, 20), lineOf(gauge, 30)])
  expect((await eve.call('DELETE', `/orders/${order._id}`)).status).toBe(404)
  expect((await eve.call('GET', `/orders/${order.number}`)).status).toBe(404)
  const done = await jane.call('DELETE', `/orders/${order._id}`)
  expect(done).toMatchObject({
    status: 200,
    body: { deletedCount: 2, lines: [{ status: 'cancelled' }, { status: 'cancelled' }] },
  })
  expect(await stockOf(shop.db, square.id)).toBe(100)
  expect(await stockOf(shop.db, gauge.id)).toBe(100)
  expect((await jane.call('DELETE', `/orders/${order._id}`)).status).toBe(409)
  expect((await jane.call('GET', `/orders/${order._id}`)).body.status).toBe('cancelled')
  const cancelled = (await shop.readMails()).filter(({ subject }) => subject.includes('Cancelled'))
  expect(cancelled).toMatchObject([{ subject: `Cancelled: order ${order.number}, 2 tools` }])
  expect(cancelled[0]?.text).toContain('Your order is cancelled')
})

test('a mail says that a line is cancelled while others are left, then that the order is', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buySeveral(jane, [await addProduct(shop.db), await addProduct(shop.db)])
  for (const { _id } of order.lines) await jane.call('DELETE', `/purchase/${_id}`)
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Cancelled'))
  const whole = ({ text }: { text: string }) => text.includes('Your order is cancelled')
  expect(mails.map(whole).toSorted()).toEqual([false, true])
  expect(mails.find((mail) => !whole(mail))?.text).toContain('A line of your order is cancelled')
})

test('an order that is cancelled just after the wait is reported as cancelled', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const order = await buySeveral(jane, [await addProduct(shop.db), await addProduct(shop.db)])
  const { accountId } = await shop.db.selectFrom('orders').select('accountId').executeTakeFirstOrThrow()
  const caller = { id: accountId, role: 'buyer' as const }
  const countOrder = () => {}
  const quick = { cancelPayment: async () => {}, countOrder }
  const ids = order.lines.map(({ _id }) => _id)
  // While the call waits for the provider, its lines are cancelled.
  const slow = async () => {
    await cancelLines(shop.db, quick, caller, ids)
    throw unavailable()
  }
  const deps = { cancelPayment: slow, countOrder }
  const done = await cancelOrder(5_000, shop.db, deps, caller, order._id)
  expect(done).toMatchObject({ cancelled: 2, order: { lines: [{ status: 'cancelled' }, {}] } })
})

test('cancelling an order reports which stock was not restored', async () => {
  const shop = await openTestShop()
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const [remaining, deleted] = [await addProduct(shop.db), await addProduct(shop.db)]
  const order = await buySeveral(jane, [remaining, deleted])
  expect((await owen.call('DELETE', `/products/${deleted.id}`)).status).toBe(200)
  const { body } = await jane.call('DELETE', `/orders/${order._id}`)
  expect(body.lines).toMatchObject([{ stockRestored: true }, { stockRestored: false }])
})
