import { expect, test } from 'vitest'
import { buy, ordersOf } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

test('thirty concurrent orders get thirty numbers, the same in every view', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const placed = await Promise.all(Array.from({ length: 30 }, () => buy(jane, product)))
  const numbers = placed.map(({ orderNumber }) => orderNumber)
  expect(new Set(numbers).size).toBe(30)
  for (const number of numbers) expect(number).toMatch(/^FW-1\d{4}$/)

  const [latest] = await ordersOf(jane)
  expect(placed).toContainEqual(latest)
  const page = await jane.call('GET', `/purchase/order/${latest?._id}`)
  expect(page.body.orderNumber).toBe(latest?.orderNumber)
  expect((await owen.call('GET', '/purchase')).body[0].orderNumber).toBe(latest?.orderNumber)
})

test('a retry returns the same number, and a refused order uses none', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 100 })
  const jane = await signUp(shop)
  const key = { 'Idempotency-Key': 'once' }
  const wanted = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const first = await jane.call('POST', '/perchase', wanted, key)
  const again = await jane.call('POST', '/perchase', wanted, key)
  expect(again.body).toEqual(first.body)
  await jane.call('POST', '/perchase', { ...wanted, quantity: 1000 })
  const next = await jane.call('POST', '/perchase', wanted)
  const number = (orderNumber: string) => Number(orderNumber.slice('FW-'.length))
  expect(number(next.body.orderNumber)).toBe(number(first.body.orderNumber) + 1)
})
