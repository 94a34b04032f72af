import { expect, test } from 'vitest'
import { buy, ordersOf } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import type { OrderLine } from '#shop/orders/order.ts'

const idsAt = async (user: Person, path: string) =>
  ((await user.call('GET', path)).body as OrderLine[]).map(({ _id }) => _id)

test('a cancelled order is only in the list of cancelled orders', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const [jane, eve, owen] = [await signUp(shop), await signUp(shop), await signUpAdmin(shop)]
  const [order, listed] = [await buy(jane, product), await buy(jane, product)]
  expect((await jane.call('DELETE', `/purchase/${order._id}`)).status).toBe(200)

  expect(await ordersOf(jane)).toEqual([listed])
  expect(await idsAt(owen, '/purchase')).toEqual([listed._id])
  expect(await idsAt(owen, '/purchase?size=10')).toEqual([listed._id])
  expect((await owen.call('GET', '/purchaseCount')).body.count).toBe(1)

  const { heldUntil: _, ...before } = order
  const cancelled = { ...before, status: 'cancelled', cancelledAt: expect.any(String) }
  const own = await jane.call('GET', `/purchase/${jane.email}?state=cancelled`)
  expect(own.body).toMatchObject([cancelled])
  const all = await owen.call('GET', '/purchase?size=10&state=cancelled')
  expect(all.body).toMatchObject([cancelled])
  expect((await owen.call('GET', '/purchaseCount?state=cancelled')).body.count).toBe(1)
  expect(await idsAt(eve, `/purchase/${eve.email}?state=cancelled`)).toEqual([])
})

test('a cancelled order is visible only to its buyer and admins', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const [jane, eve, owen] = [await signUp(shop), await signUp(shop), await signUpAdmin(shop)]
  const order = await buy(jane, product)
  await owen.call('DELETE', `/purchase/${order._id}`)
  for (const user of [jane, owen]) {
    const { status, body } = await user.call('GET', `/purchase/order/${order._id}`)
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  }
  expect((await eve.call('GET', `/purchase/order/${order._id}`)).status).toBe(404)
  const row = await shop.db.selectFrom('orderLine').selectAll().executeTakeFirstOrThrow()
  const owner = shop.db.selectFrom('account').select('id').where('email', '=', owen.email)
  expect(row.cancelledBy).toBe((await owner.executeTakeFirstOrThrow()).id)
})

test('a cancelled order can be neither paid nor cancelled again', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { _id } = await buy(jane, await addProduct(shop.db))
  await jane.call('DELETE', `/purchase/${_id}`)
  const answers = [
    await jane.call('GET', `/purchase/payment/${_id}`),
    await jane.call('PUT', `/purchase/${_id}`, { transactionId: 'pi_unknown' }),
  ]
  for (const { status, body } of answers) {
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'no-such-order' })
  }
  expect(await jane.call('DELETE', `/purchase/${_id}`)).toMatchObject({
    status: 409,
    body: { code: 'already-cancelled' },
  })
})

test('an unknown order list is refused', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { status } = await jane.call('GET', `/purchase/${jane.email}?state=paid`)
  expect(status).toBe(400)
})
