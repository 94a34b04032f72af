import { expect, test } from 'vitest'
import { buy, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp } from '#server/testing/users.ts'
import { listOrderedTogether, MIN_BUYERS } from './ordered-together.server.ts'

async function buyAndPay(shop: TestShop, user: Person, product: { id: string }): Promise<string> {
  const order = await buy(user, product)
  const intent = await startPaying(user, order)
  await payByCard(shop, intent)
  await reportPayment(user, order, intent)
  return order._id
}

test('products that several buyers paid for together are found, the most frequent first', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const stock = { quantity: 1000 }
  const saw = await addProduct(shop.db, { ...stock, name: 'Saw' })
  const file = await addProduct(shop.db, { ...stock, name: 'File' })
  const square = await addProduct(shop.db, { ...stock, name: 'Square' })
  const secret = await addProduct(shop.db, { ...stock, name: 'Secret' })
  const unpaid = await addProduct(shop.db, { ...stock, name: 'Unpaid' })
  const deleted = await addProduct(shop.db, { ...stock, name: 'Gone' })
  const late = await addProduct(shop.db, { ...stock, name: 'Late' })
  const together = async (product: { id: string }) =>
    (await listOrderedTogether(shop.db, product.id)).map(({ name }) => name)

  for (let buyer = 0; buyer <= MIN_BUYERS; buyer++) {
    const user = await signUp(shop)
    await buyAndPay(shop, user, saw)
    await buyAndPay(shop, user, square)
    if (buyer < MIN_BUYERS) await buyAndPay(shop, user, file)
    if (buyer < MIN_BUYERS) await buyAndPay(shop, user, deleted)
    // Repeated orders of a single buyer must not appear in the suggestions.
    if (buyer === 0) for (const _ of [1, 2, 3]) await buyAndPay(shop, user, secret)
    await buy(user, unpaid)
    const order = await buyAndPay(shop, user, late)
    const longAgo = new Date(Date.now() - 3 * 86_400_000)
    await shop.db
      .updateTable('orders')
      .set({ placedAt: longAgo })
      .where('id', '=', (of) => of.selectFrom('orderLine').select('orderId').where('id', '=', order))
      .execute()
  }
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', deleted.id).execute()
  expect(await together(saw)).toEqual(['Square', 'File'])
  expect(await together(secret)).toEqual([])
  expect(await together(unpaid)).toEqual([])
})
