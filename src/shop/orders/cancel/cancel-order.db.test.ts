import { expect, test } from 'vitest'
import { buy, ordersOf, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

const acknowledge = (user: Person, product: { id: string }, quantity: unknown) =>
  user.call('PUT', `/products/quantity/${product.id}`, { quantity })

async function openShopWithOrder() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = await buy(jane, product, 40)
  const cancel = (user: Person) => user.call('DELETE', `/purchase/${order._id}`)
  return { shop, product, jane, order, cancel, stock: () => stockOf(shop.db, product.id) }
}

test('a cancellation removes the order and restores its stock before any acknowledgement', async () => {
  const { jane, cancel, stock } = await openShopWithOrder()
  expect(await stock()).toBe(60)
  const { status, body } = await cancel(jane)
  expect({ status, body }).toEqual({ status: 200, body: { deletedCount: 1 } })
  expect(await stock()).toBe(100)
  expect(await ordersOf(jane)).toEqual([])
  expect(await cancel(jane)).toMatchObject({
    status: 409,
    body: { code: 'already-cancelled', message: 'This order is already cancelled.' },
  })
  expect(await stock()).toBe(100)
})

test('of ten concurrent cancellations by buyer and admin, one restores the stock', async () => {
  const { shop, jane, cancel, stock } = await openShopWithOrder()
  const owen = await signUpAdmin(shop)
  const cancels = Array.from({ length: 10 }, (_, index) => cancel(index % 2 ? jane : owen))
  const statuses = (await Promise.all(cancels)).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(9).fill(409)])
  expect(await stock()).toBe(100)
})

test('another buyer’s order is not found and not changed', async () => {
  const { shop, jane, order, cancel, stock } = await openShopWithOrder()
  const eve = await signUp(shop)
  const foreign = await cancel(eve)
  const missing = await eve.call('DELETE', '/purchase/00000000-0000-7000-8000-000000000000')
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(missing.body)
  for (const odd of ['1', '%00', `${order._id}x`, 'payment'])
    expect((await eve.call('DELETE', `/purchase/${odd}`)).status).toBe(404)
  expect(await ordersOf(jane)).toEqual([order])
  expect(await stock()).toBe(60)
})

test('a cancellation is acknowledged once, by its caller, without changing stock', async () => {
  const { shop, product, jane, cancel, stock } = await openShopWithOrder()
  const eve = await signUp(shop)
  const refused = { status: 403, body: { code: 'no-such-cancel' } }
  expect(await acknowledge(jane, product, 40)).toMatchObject(refused)
  await cancel(jane)
  expect(await acknowledge(jane, product, 41)).toMatchObject(refused)
  expect(await acknowledge(eve, product, 40)).toMatchObject(refused)
  const { status, body } = await acknowledge(jane, product, 40)
  expect({ status, body }).toEqual({ status: 200, body: { modifiedCount: 1 } })
  expect(await acknowledge(jane, product, 40)).toMatchObject(refused)
  expect(await stock()).toBe(100)
})

test('of ten concurrent acknowledgements one succeeds', async () => {
  const { product, jane, cancel, stock } = await openShopWithOrder()
  await cancel(jane)
  const answers = Array.from({ length: 10 }, () => acknowledge(jane, product, 40))
  const statuses = (await Promise.all(answers)).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(9).fill(403)])
  expect(await stock()).toBe(100)
})

test('an acknowledgement applies to the latest cancellation', async () => {
  const { shop, product, jane, cancel } = await openShopWithOrder()
  const setDeleted = (deletedAt: Date | null) => shop.db.updateTable('product').set({ deletedAt }).execute()
  await setDeleted(new Date())
  await cancel(jane)
  await setDeleted(null)
  const next = await buy(jane, product, 40)
  expect((await jane.call('DELETE', `/purchase/${next._id}`)).status).toBe(200)
  expect((await acknowledge(jane, product, 40)).status).toBe(200)
  expect((await acknowledge(jane, product, 40)).status).toBe(409)
  expect(await stockOf(shop.db, product.id)).toBe(100)
})

test('two equal cancellations can be acknowledged concurrently', async () => {
  const { shop, product, jane, cancel } = await openShopWithOrder()
  const other = await buy(jane, product, 40)
  await cancel(jane)
  await jane.call('DELETE', `/purchase/${other._id}`)
  const answers = [acknowledge(jane, product, 40), acknowledge(jane, product, 40)]
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  expect(await stockOf(shop.db, product.id)).toBe(100)
})

test('an admin can cancel any unpaid order and acknowledges it', async () => {
  const { shop, product, jane, cancel, stock } = await openShopWithOrder()
  const owen = await signUpAdmin(shop)
  expect((await cancel(owen)).status).toBe(200)
  expect(await stock()).toBe(100)
  expect((await acknowledge(jane, product, 40)).status).toBe(403)
  expect((await acknowledge(owen, product, 40)).status).toBe(200)
})

test('the stock of a deleted product can’t be ordered, and the second call reports it', async () => {
  const { shop, product, jane, cancel } = await openShopWithOrder()
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).execute()
  expect((await cancel(jane)).status).toBe(200)
  expect(await ordersOf(jane)).toEqual([])
  expect(await acknowledge(jane, product, 40)).toMatchObject({
    status: 409,
    body: {
      code: 'not-restored',
      message: 'The product is deleted. Its stock can be ordered only if the product is restored.',
    },
  })
  expect(await stockOf(shop.db, product.id)).toBe(100)
})

test('a paid order cannot be cancelled', async () => {
  const { shop, jane, order, cancel, stock } = await openShopWithOrder()
  const transactionId = await startPaying(jane, order)
  await payByCard(shop, transactionId)
  await reportPayment(jane, order, transactionId)
  for (const user of [jane, await signUpAdmin(shop)])
    expect(await cancel(user)).toMatchObject({
      status: 409,
      body: { code: 'already-paid', message: 'This order is paid.' },
    })
  expect(await ordersOf(jane)).toEqual([{ ...order, status: 'paid', heldUntil: undefined, transactionId }])
  expect(await stock()).toBe(60)
})

test('an acknowledgement of an invalid quantity or product is refused', async () => {
  const { shop, product, jane, cancel } = await openShopWithOrder()
  await cancel(jane)
  for (const odd of [0, -40, 40.5, 2 ** 31, 2 ** 53, '40', null, undefined])
    expect(await acknowledge(jane, product, odd)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { quantity: expect.any(String) } },
    })
  for (const id of ['1', '%00', '00000000-0000-7000-8000-000000000000'])
    expect((await acknowledge(jane, { id }, 40)).status).toBe(403)
  expect(await stockOf(shop.db, product.id)).toBe(100)
})
