import { expect, test } from 'vitest'
import { ordersOf } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpUnverified } from '#server/testing/users.ts'
import type { NewOrderOfLines } from './new-order-json.server.ts'

type Line = NewOrderOfLines['lines'][number]

function placeList(who: Person, lines: Line[], more: object = {}, headers: HeadersInit = {}) {
  const list = { lines, name: 'Jane Buyer', address: '1 Anvil Street', ...more }
  return who.call('POST', '/orders', list, headers)
}
const lineOf = (product: { id: string }, quantity: number, perPrice?: number): Line => ({
  productId: product.id,
  quantity,
  ...(perPrice !== undefined && { perPrice }),
})

test('an order of three lines has one number and one mail', async () => {
  const shop = await openTestShop()
  const square = await addProduct(shop.db, { name: 'Try Square', sku: 'SQ-7' })
  const gauge = await addProduct(shop.db, { name: 'Marking Gauge', unitPriceCents: 2450 })
  const jane = await signUp(shop)
  const lines = [lineOf(square, 20, 12.5), lineOf(gauge, 10), lineOf(square, 30)]
  const { status, body } = await placeList(jane, lines, { poNumber: 'PO-4711' })
  expect(status).toBe(200)
  const { number } = body
  expect(body).toMatchObject({
    number: expect.stringMatching(/^FW-\d{5}$/),
    poNumber: 'PO-4711',
    status: 'unpaid',
    net: 870,
    tax: 0,
    total: 870,
    open: 870,
    lines: [
      { productName: 'Try Square', quantity: 20, perPrice: 12.5, orderNumber: number },
      { productName: 'Marking Gauge', quantity: 10, perPrice: 24.5, poNumber: 'PO-4711' },
      { productName: 'Try Square', quantity: 30, sku: 'SQ-7', email: jane.email },
    ],
  })
  expect(await stockOf(shop.db, square.id)).toBe(50)
  expect(await stockOf(shop.db, gauge.id)).toBe(90)
  expect((await ordersOf(jane)).toReversed()).toEqual(body.lines)
  for (const key of ['%00', 'FW-', "' or 1=1"])
    expect((await jane.call('GET', `/orders/${key}`)).status).toBe(404)
  for (const key of [number, number.toLowerCase(), body._id, body.lines[1]._id]) {
    const read = await jane.call('GET', `/orders/${key}`)
    expect(read.body).toMatchObject({ ...body, events: [{ kind: 'placed', by: 'you' }] })
  }

  const mails = (await shop.readMails()).filter(({ text }) => text.includes(number))
  expect(mails).toMatchObject([{ to: jane.email, subject: `Your order ${number}: 3 tools, $870.00` }])
  for (const part of ['20 × Try Square, $12.50 each, $250.00', 'SQ-7', 'PO-4711', '1 Anvil Street'])
    expect(mails[0]?.text).toContain(part)
  expect((await jane.call('DELETE', `/purchase/${body.lines[0]._id}`)).status).toBe(200)
  expect(await stockOf(shop.db, square.id)).toBe(70)
  expect((await jane.call('GET', `/orders/${number}`)).body).toMatchObject({
    status: 'unpaid',
    net: 620,
    lines: [{ status: 'cancelled' }, { status: 'unpaid' }, { status: 'unpaid' }],
    events: [
      { kind: 'placed' },
      { kind: 'mail-sent', by: 'shop', data: { template: 'order-placed' } },
      { kind: 'line-cancelled', by: 'you' },
    ],
  })
})

test('a list with errors places nothing and names every line with what fixes it', async () => {
  const shop = await openTestShop()
  const square = await addProduct(shop.db)
  const gauge = await addProduct(shop.db, { unitPriceCents: 2450 })
  const jane = await signUp(shop)
  const lines = [
    lineOf(gauge, 10, 20),
    lineOf(square, 20),
    lineOf(square, 90),
    lineOf({ id: 'gone' }, 10),
    lineOf(gauge, 9),
    lineOf(square, 10.5),
  ]
  const refused = await placeList(jane, lines)
  expect(refused).toMatchObject({ status: 409, body: { code: 'lines-refused' } })
  expect(refused.body.message).toBe('Nothing was ordered. 5 of 6 lines need a change.')
  expect(refused.body.lines).toEqual([
    { index: 0, code: 'price-changed', message: expect.stringContaining('$24.50'), perPrice: 24.5 },
    {
      index: 2,
      code: 'out-of-stock',
      message: 'Quantity must be at most 80, the stock we have',
      field: 'quantity',
      available: 80,
    },
    { index: 3, code: 'no-such-product', message: 'This tool is no longer for sale.' },
    {
      index: 4,
      code: 'below-minimum',
      message: 'Quantity must be at least 10, the minimum order',
      field: 'quantity',
      minimum: 10,
    },
    {
      index: 5,
      code: 'invalid',
      message: 'Quantity must be a whole number',
      field: 'quantity',
      available: 0,
    },
  ])
  expect(await stockOf(shop.db, square.id)).toBe(100)
  expect(await ordersOf(jane)).toEqual([])
  const mails = shop.db.selectFrom('outgoingMail').select('id').where('template', 'like', 'order-%')
  expect(await mails.execute()).toEqual([])

  const fixed = [lineOf(gauge, 10, 24.5), lineOf(square, 20), lineOf(square, 80), lineOf(gauge, 10)]
  expect((await placeList(jane, fixed)).status).toBe(200)
  expect(await stockOf(shop.db, square.id)).toBe(0)
})

test('lines of one product share its stock, however its id is written', async () => {
  const shop = await openTestShop()
  const square = await addProduct(shop.db)
  const jane = await signUp(shop)
  const capitals = { id: square.id.toUpperCase() }
  expect(await placeList(jane, [lineOf(square, 60), lineOf(capitals, 60)])).toMatchObject({
    status: 409,
    body: { lines: [{ index: 1, code: 'out-of-stock', available: 40 }] },
  })
  const { status, body } = await placeList(jane, [lineOf(square, 60), lineOf(capitals, 40)])
  expect(status).toBe(200)
  expect(body.lines).toMatchObject([{ productId: square.id }, { productId: square.id }])
  expect(await stockOf(shop.db, square.id)).toBe(0)
})

test('a list whose errors are all of its input is 422', async () => {
  const shop = await openTestShop()
  const square = await addProduct(shop.db)
  const jane = await signUp(shop)
  expect(await placeList(jane, [lineOf(square, 9), lineOf(square, 10)])).toMatchObject({
    status: 422,
    body: { code: 'lines-refused', lines: [{ index: 0, code: 'below-minimum', minimum: 10 }] },
  })
  const malformed = [lineOf(square, 10), { productId: '', quantity: 'ten' }] as Line[]
  expect(await placeList(jane, malformed, { name: ' ' })).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: { name: 'Name is required' }, lines: [{ index: 1 }] },
  })
  for (const lines of [[], Array.from({ length: 201 }, () => lineOf(square, 10)), null]) {
    const refused = await placeList(jane, lines as Line[])
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid', lines: [] } })
    expect(refused.body.fields).toHaveProperty('lines')
  }
  expect(await stockOf(shop.db, square.id)).toBe(100)
})

test('a repeated list returns the first response; its key with another list is refused', async () => {
  const shop = await openTestShop()
  const square = await addProduct(shop.db)
  const jane = await signUp(shop)
  const key = { 'Idempotency-Key': 'my list' }
  const send = (quantity: number) => placeList(jane, [lineOf(square, quantity)], {}, key)
  const answers = await Promise.all([send(60), send(60), send(60)])
  const [first] = answers
  for (const answer of [...answers, await send(60)]) {
    expect(answer.status).toBe(200)
    // Byte for byte, the order of the keys too.
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify(first?.body))
  }
  expect(await send(10)).toMatchObject({ status: 422, body: { code: 'key-reused', lines: [] } })
  const single = {
    productId: square.id,
    quantity: 60,
    name: 'Jane Buyer',
    address: '1 Anvil Street',
  }
  expect((await jane.call('POST', '/perchase', single, key)).status).toBe(422)
  expect(await stockOf(shop.db, square.id)).toBe(40)
})

test('concurrent lists for the same pieces are placed whole or not at all', async () => {
  const shop = await openTestShop()
  const products: { id: string }[] = []
  for (let index = 0; index < 5; index++) {
    products.push(await addProduct(shop.db, { quantity: 100 }))
  }
  const buyers = await Promise.all([1, 2, 3, 4].map(() => signUp(shop)))
  // Five lists in both orders fit into the stock of each product.
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const inOrder = index % 2 === 0 ? products : products.toReversed()
      const buyer = buyers[index % buyers.length]
      if (!buyer) throw new Error('There are four buyers')
      return placeList(
        buyer,
        inOrder.map((product) => lineOf(product, 20)),
      )
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  for (const { id } of products) expect(await stockOf(shop.db, id)).toBe(0)
})

test('without a verified e-mail, where the shop requires one, no list is placed', async () => {
  const shop = await openTestShop(undefined, undefined, { requireVerifiedEmail: true })
  const square = await addProduct(shop.db)
  const eve = await signUpUnverified(shop)
  expect((await placeList(eve, [lineOf(square, 10)])).status).toBe(403)
})
