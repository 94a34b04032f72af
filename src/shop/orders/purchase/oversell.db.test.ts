import { expect, test } from 'vitest'
import { listedOrders } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'

test('sixty concurrent orders for fifty pieces sell exactly fifty; refusals state the limit', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 50, minQuantity: 1 })
  const buyers = [await signUp(shop), await signUp(shop), await signUp(shop)]
  const orders = Array.from({ length: 60 }, (_, index) => {
    const quantity = 1 + (index % 5)
    const order = { productId: product.id, quantity, name: 'Jane', address: '1 Anvil Street' }
    return buyers[index % 3]?.call('POST', '/perchase', order)
  })
  const answers = await Promise.all(orders)
  const sold = answers.filter((answer) => answer?.status === 200)
  expect(sold.reduce((sum, answer) => sum + answer?.body.quantity, 0)).toBe(50)
  expect(await stockOf(shop.db, product.id)).toBe(0)
  for (const [index, loser] of answers.entries()) {
    if (loser?.status === 200) continue
    expect(loser).toMatchObject({ status: 409, body: { code: 'out-of-stock' } })
    const bound = /^Quantity must be at most (\d+), the stock we have$/.exec(loser?.body.message)
    expect(Number(bound?.[1])).toBeLessThan(1 + (index % 5))
  }
  const remaining = await listedOrders(shop.db)
  expect(remaining.map(({ quantity }) => quantity).reduce((sum, pieces) => sum + pieces)).toBe(50)
})

test('concurrent orders and cancellations leave the stock consistent', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 40, minQuantity: 1 })
  const jane = await signUp(shop)
  const order = { productId: product.id, quantity: 3, name: 'Jane', address: '1 Anvil Street' }
  const rounds = Array.from({ length: 20 }, async (_, index) => {
    const { status, body } = await jane.call('POST', '/perchase', order)
    if (status === 200 && index % 2 === 0) await jane.call('DELETE', `/purchase/${body._id}`)
  })
  await Promise.all(rounds)
  const remaining = await listedOrders(shop.db)
  expect(await stockOf(shop.db, product.id)).toBe(40 - 3 * remaining.length)
})

test('database constraints refuse negative stock and a second stock movement of an order', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const { body } = await jane.call('POST', '/perchase', order)
  const below = shop.db.updateTable('product').set({ quantity: -1 }).execute()
  await expect(below).rejects.toThrow(/violates check constraint/)
  const again = { productId: product.id, delta: -10, kind: 'order', orderLineId: body._id }
  const twice = shop.db.insertInto('stockMovement').values(again).execute()
  await expect(twice).rejects.toThrow(/duplicate key/)
  expect(await stockOf(shop.db, product.id)).toBe(90)
})
