import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'

async function openShop() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { sku: 'SQ-1', quantity: 1000 })
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const wanted = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const place = (poNumber?: unknown, key?: string) =>
    jane.call('POST', '/perchase', { ...wanted, poNumber }, key ? { 'Idempotency-Key': key } : {})
  return { shop, jane, owen, place }
}

test('an order carries the buyer’s own number wherever it is shown, and in its mails as theirs', async () => {
  const { shop, jane, owen, place } = await openShop()
  const { status, body: order } = await place(' PO-4711\u0007 <b>Q3</b>\r\nhttps://evil.example ')
  const poNumber = 'PO-4711 <b>Q3</b> https://evil.example'
  expect({ status, poNumber: order.poNumber }).toEqual({ status: 200, poNumber })
  expect((await jane.call('GET', `/purchase/order/${order._id}`)).body.poNumber).toBe(poNumber)
  expect((await jane.call('GET', `/purchase/${jane.email}`)).body).toEqual([order])
  expect((await owen.call('GET', '/purchase')).body).toEqual([order])
  await jane.call('DELETE', `/purchase/${order._id}`)
  const mails = (await shop.readMails()).filter(({ subject }) => subject.includes(order.orderNumber))
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    expect(mail.text).toMatch(/Your PO number\W+PO-4711 <b>Q3<\/b>/)
    expect(mail.html).toContain('PO-4711 &lt;b&gt;Q3&lt;/b&gt;')
    expect(mail.text).not.toContain('https://evil.example')
    expect(mail.html).not.toContain('https://evil.example')
  }
})

test('without a number, or with an empty one, an order has none', async () => {
  const { shop, place } = await openShop()
  for (const none of [undefined, '', ' \u0000 ']) {
    const { status, body } = await place(none)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('poNumber')
  }
  expect((await shop.readMails()).some(({ text }) => text.includes('PO number'))).toBe(false)
})

test('a number of more than 40 characters is refused with its field, and nothing is ordered', async () => {
  const { shop, place } = await openShop()
  expect(await place('x'.repeat(41))).toMatchObject({
    status: 422,
    body: { fields: { poNumber: 'At most 40 characters' } },
  })
  expect(await place(7)).toMatchObject({ status: 422 })
  expect(await shop.db.selectFrom('orderLine').select('id').execute()).toEqual([])
  expect((await place('x'.repeat(40))).body.poNumber).toBe('x'.repeat(40))
})

test('a retry is the same order, and the same key with another number is refused', async () => {
  const { place } = await openShop()
  const { body: first } = await place('4711', 'once')
  expect((await place('4711', 'once')).body).toEqual(first)
  expect(await place('4712', 'once')).toMatchObject({ status: 422, body: { code: 'key-reused' } })
})

test('an admin finds orders by their number or its beginning', async () => {
  const { owen, place } = await openShop()
  const { body: one } = await place('4500012345')
  const { body: other } = await place('PO-77/B')
  const found = async (search: string) => {
    const query = `size=10&search=${encodeURIComponent(search)}`
    const { body } = await owen.call('GET', `/orders/all?${query}`)
    return body.map(({ lines }: Order) => lines[0]?._id)
  }
  expect(await found('4500012345')).toEqual([one._id])
  expect(await found('45000')).toEqual([one._id])
  expect(await found('po-77/b')).toEqual([other._id])
  expect(await found('SQ-1')).toEqual([other._id, one._id])
  expect(await found('4600')).toEqual([])
})

test('orders of a deleted account lose their PO number', async () => {
  const { shop, jane, owen, place } = await openShop()
  const { body: order } = await place('Jane’s van')
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  const row = await shop.db
    .selectFrom('orders')
    .select('poNumber')
    .where('id', '=', order.orderId)
    .executeTakeFirst()
  expect(row).toEqual({ poNumber: null })
})
