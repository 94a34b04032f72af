import { expect, test } from 'vitest'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'

const order = (productId: string, quantity: number, more: object = {}) => ({
  productId,
  quantity,
  name: 'Jane Buyer',
  address: '1 Anvil Street',
  ...more,
})

test('an order holds stock and returns the product’s data from the database', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { name: 'Try Square', quantity: 100 })
  const jane = await signUp(shop)
  const forged = { productName: 'Free gift', imgURL: '/evil.webp', email: 'someone@else.com' }
  const { status, body } = await jane.call('POST', '/perchase', order(product.id, 40, forged))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    productName: 'Try Square',
    perPrice: 12.5,
    quantity: 40,
    email: jane.email,
    address: '1 Anvil Street',
  })
  expect(body).not.toHaveProperty('transactionId')
  expect(await stockOf(shop.db, product.id)).toBe(60)
})

test('an order’s address is built from its shipping address', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const place = { city: 'Detroit', region: 'MI', postcode: '48226', country: 'United States' }
  const shippingAddress = { street: '7 Forge Lane', ...place }
  const wanted = order(product.id, 10, { shippingAddress })
  const { body: placed } = await jane.call('POST', '/perchase', wanted)
  expect(placed).toMatchObject({
    address: '7 Forge Lane, Detroit, MI 48226, United States',
    shippingAddress: { ...shippingAddress, name: 'Jane Buyer' },
  })
  expect((await jane.call('GET', `/purchase/order/${placed._id}`)).body).toEqual(placed)
  const [mail] = await shop.readMails()
  expect(mail?.text).toContain('7 Forge Lane, Detroit, MI 48226, United States')
})

test('without a city, region, postcode or country, the address is the street', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const wanted = order(product.id, 10, { shippingAddress: { street: '7 Forge Lane' } })
  const { body: placed } = await jane.call('POST', '/perchase', wanted)
  const empty = { city: '', region: '', postcode: '', country: '' }
  expect(placed).toMatchObject({ address: '7 Forge Lane', shippingAddress: empty })
})

test.each([
  [9, 422, 'Quantity must be at least 10, the minimum order'],
  [101, 409, 'Quantity must be at most 100, the stock we have'],
  [10.5, 422, 'Quantity must be a whole number'],
  [-10, 422, 'Quantity must be above 0'],
  ['10', 422, 'Quantity is required'],
])('a quantity of %s is refused with %i and names the bound', async (quantity, status, text) => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const answer = await jane.call('POST', '/perchase', order(product.id, quantity as number))
  expect(answer.status).toBe(status)
  expect(answer.body.message).toBe(text)
  expect(answer.body.fields.quantity).toBe(text)
  expect(await stockOf(shop.db, product.id)).toBe(100)
})
