import { expect, test } from 'vitest'
import { buy, ordersOf } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'

test('an order keeps the SKU that its product had, wherever it is shown', async () => {
  const shop = await openTestShop()
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const product = await addProduct(shop.db, { sku: 'FW-1013' })
  const order = await buy(jane, product)
  expect(order.sku).toBe('FW-1013')
  await owen.call('PUT', `/products/${product.id}`, { sku: 'NEW-1' })
  expect((await ordersOf(jane))[0]?.sku).toBe('FW-1013')
  expect((await jane.call('GET', `/purchase/order/${order._id}`)).body.sku).toBe('FW-1013')
  expect((await owen.call('GET', '/purchase')).body[0].sku).toBe('FW-1013')
  expect((await buy(jane, product)).sku).toBe('NEW-1')
})

test('an admin finds orders by SKU, one that looks like an order’s number too', async () => {
  const shop = await openTestShop()
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const wrench = await addProduct(shop.db, { sku: 'FW-1013', name: 'Wrench' })
  const saw = await addProduct(shop.db, { sku: 'GX.99/B', name: 'Saw' })
  const orders = [await buy(jane, wrench), await buy(jane, wrench), await buy(jane, saw)]
  const found = async (search: string) => {
    const query = `state=all&search=${encodeURIComponent(search)}`
    const { body } = await owen.call('GET', `/orders/all?size=10&${query}`)
    const { body: summary } = await owen.call('GET', `/orders/all/summary?${query}`)
    expect(summary.found).toMatchObject({ count: body.length, more: false })
    return body.map(({ lines }: Order) => lines[0]?._id)
  }
  const [first, second, third] = orders.map(({ _id }) => _id)
  expect(await found('fw-1013')).toEqual([second, first])
  expect(await found('GX.99/B')).toEqual([third])
  expect(await found('gx')).toEqual([third])
  for (const { _id, orderNumber } of orders) expect(await found(orderNumber)).toEqual([_id])
  // Long, because e-mail addresses of tests have random digits.
  expect(await found('FW-987654321')).toEqual([])
})
