import { expect, test } from 'vitest'
import { addProduct, stockOf } from '#testing/products.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { type Person, signUp } from '#testing/users.ts'

const lineOf = (product: { id: string }, quantity: number) => ({ productId: product.id, quantity })

function placeList(who: Person, lines: object[]) {
  return who.call('POST', '/orders', { lines, name: 'Jane Buyer', address: '1 Anvil Street' })
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
  expect((await jane.call('DELETE', `/orders/${order._id}`)).status).toBe(404)
  expect((await jane.call('GET', `/orders/${order._id}`)).body.status).toBe('cancelled')
  const cancelled = (await shop.readMails()).filter(({ subject }) => subject.includes('Cancelled'))
  expect(cancelled).toMatchObject([{ subject: `Cancelled: order ${order.number}, 2 tools` }])
})
