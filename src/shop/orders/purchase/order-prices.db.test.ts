import { expect, test } from 'vitest'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'

const buyer = { name: 'Jane Buyer', address: '1 Anvil Street' }

test('a price below the current one is refused with it, and one above is charged at it', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { unitPriceCents: 1299 })
  const jane = await signUp(shop)
  const order = { ...buyer, productId: product.id, quantity: 10 }
  for (const perPrice of [12.98, 12.5, 0, 12.9899999]) {
    const { status, body } = await jane.call('POST', '/perchase', { ...order, perPrice })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'price-changed' })
    expect(body.message).toBe('The price is now $12.99. Please review it and order again.')
  }
  for (const perPrice of ['12.99', -12.99, null, 1e7])
    expect((await jane.call('POST', '/perchase', { ...order, perPrice })).status).toBe(422)
  expect(await stockOf(shop.db, product.id)).toBe(100)
  const agreed = await jane.call('POST', '/perchase', { ...order, perPrice: 12.99 })
  expect(agreed).toMatchObject({ status: 200, body: { perPrice: 12.99, quantity: 10 } })
  for (const perPrice of [12.9900001, 13.5]) {
    const higher = await jane.call('POST', '/perchase', { ...order, perPrice })
    expect(higher).toMatchObject({ status: 200, body: { perPrice: 12.99 } })
  }
})

test('totals outside the card provider’s range are refused and hold no stock', async () => {
  const shop = await openTestShop()
  const washer = await addProduct(shop.db, { unitPriceCents: 7, minQuantity: 1 })
  const press = await addProduct(shop.db, { unitPriceCents: 33_333_333, minQuantity: 1 })
  const ingot = await addProduct(shop.db, { unitPriceCents: 2_000_000_000, minQuantity: 1 })
  const jane = await signUp(shop)
  const buy = (productId: string, quantity: number) =>
    jane.call('POST', '/perchase', { ...buyer, productId, quantity })
  const text = 'Card payments must be between $0.50 and $999,999.99. Please change the quantity.'
  for (const [{ id }, quantity] of [
    [washer, 7],
    [press, 4],
    [ingot, 1],
    [ingot, 100],
  ] as const) {
    expect(await buy(id, quantity)).toMatchObject({
      status: 422,
      body: { code: 'total-out-of-range', message: text, fields: { quantity: text } },
    })
    expect(await stockOf(shop.db, id)).toBe(100)
  }
  expect((await buy(washer.id, 8)).status).toBe(200)
  expect((await buy(press.id, 3)).status).toBe(200)
})

test('a product that is deleted, unknown or malformed cannot be ordered', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  await shop.db.updateTable('product').set({ deletedAt: new Date() }).execute()
  const jane = await signUp(shop)
  const unknown = '00000000-0000-7000-8000-000000000000'
  for (const productId of [product.id, unknown, 'x', "' or 1=1 --", '\u0000']) {
    const answer = await jane.call('POST', '/perchase', { ...buyer, productId, quantity: 10 })
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'no-such-product', message: 'This tool is no longer for sale.' },
    })
  }
  expect(await stockOf(shop.db, product.id)).toBe(100)
})

test('an order without a field returns the form’s text for it', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const empty = await jane.call('POST', '/perchase', { productId: product.id })
  const fields = {
    name: 'Name is required',
    address: 'Address is Required to Reach out your products',
    quantity: 'Quantity is required',
  }
  expect(empty).toMatchObject({ status: 422, body: { code: 'invalid', fields } })
  const blank = { productId: product.id, quantity: 10, name: ' \u0000\t', address: '\n' }
  const { quantity: _, ...texts } = fields
  expect((await jane.call('POST', '/perchase', blank)).body.fields).toEqual(texts)
  const long = { ...blank, name: 'x'.repeat(101), address: 'x'.repeat(501) }
  expect((await jane.call('POST', '/perchase', long)).body.fields).toEqual({
    name: 'At most 100 characters',
    address: 'At most 500 characters',
  })
})

test('names and addresses accept every writing system and drop control characters', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const sent = { name: ' Zoë\u0000 刃物 🔨 ', address: '1 Anvil Street\r\nSheffield <b>S1</b>' }
  const order = { productId: product.id, quantity: 10, ...sent }
  const placed = await jane.call('POST', '/perchase', order, { 'Idempotency-Key': 'a' })
  const stored = { name: 'Zoë 刃物 🔨', address: '1 Anvil Street Sheffield <b>S1</b>' }
  expect(placed).toMatchObject({ status: 200, body: stored })
  expect((await jane.call('GET', `/purchase/${jane.email}`)).body).toEqual([placed.body])
})

test('a quantity accepts only whole numbers', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const errorOf = async (quantity: string) => {
    const answer = await shop.app.request('/api/perchase', {
      method: 'POST',
      headers: { Authorization: `Bearer ${jane.token}`, 'Content-Type': 'application/json' },
      body: `{"productId":"${product.id}","name":"Jane","address":"1","quantity":${quantity}}`,
    })
    return (await answer.json()).fields?.quantity
  }
  for (const odd of ['1e400', '-1e400', '"10"', '[10]', 'null', '{}'])
    expect(await errorOf(odd)).toBe('Quantity is required')
  expect(await errorOf('1e300')).toBe('Quantity must be a whole number')
  expect(await errorOf('2147483648')).toBe('Quantity is too large')
  expect(await errorOf('2147483647')).toBe('Quantity must be at most 100, the stock we have')
  expect(await stockOf(shop.db, product.id)).toBe(100)
  expect(await errorOf('1e1')).toBeUndefined()
  expect(await stockOf(shop.db, product.id)).toBe(90)
})

test('a quantity above the card provider’s range is refused even when in stock', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 1_000_000_000, unitPriceCents: 9_999_999 })
  const jane = await signUp(shop)
  const order = { productId: product.id, quantity: 1_000_000_000, name: 'Jane', address: '1' }
  expect(await jane.call('POST', '/perchase', order)).toMatchObject({
    status: 422,
    body: { code: 'total-out-of-range', fields: { quantity: expect.any(String) } },
  })
})
