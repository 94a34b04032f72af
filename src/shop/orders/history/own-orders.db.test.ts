import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { buy, copyOrder, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp } from '#server/testing/users.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'

async function find(user: Person, query = ''): Promise<string[]> {
  const { status, body } = await user.call('GET', `/orders?${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.map(({ number }: Order) => number)
}

/** A buyer with an open, a paid and a cancelled order, and another buyer with one. */
async function openShopWithOrders() {
  const shop = await openTestShop()
  const [jane, other] = [await signUp(shop), await signUp(shop, 'Otto Other')]
  const [hammer, saw] = [
    await addProduct(shop.db, { name: 'Zinc Hammer', quantity: 100_000 }),
    await addProduct(shop.db, { name: 'Zinc Saw' }),
  ]
  const open = await buy(jane, hammer)
  const paid = await buy(jane, saw)
  const cancelled = await buy(jane, hammer)
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  await reportPayment(jane, paid, intent)
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  const foreign = await buy(other, hammer)
  return { shop, jane, other, open, paid, cancelled, foreign, payment: intent }
}

const numbers = (...orders: OrderLine[]) => orders.map(({ orderNumber }) => orderNumber)

test('tabs, search and days find a buyer’s own orders', async () => {
  const { jane, other, open, paid, cancelled, foreign, payment } = await openShopWithOrders()
  expect(await find(jane)).toEqual(numbers(paid, open))
  expect(await find(jane, 'state=open')).toEqual(numbers(open))
  expect(await find(jane, 'state=paid')).toEqual(numbers(paid))
  expect(await find(jane, 'state=cancelled')).toEqual(numbers(cancelled))

  expect(await find(jane, 'search=zinc')).toEqual(numbers(paid, open))
  expect(await find(jane, 'search=hamm')).toEqual(numbers(open))
  expect(await find(jane, 'search=hammer&state=cancelled')).toEqual(numbers(cancelled))
  expect(await find(jane, `search=${paid.sku}`)).toEqual(numbers(paid))
  expect(await find(jane, `search=${open.orderNumber.toLowerCase()}`)).toEqual(numbers(open))
  expect(await find(jane, `search=${foreign.orderNumber}`)).toEqual([])
  expect(await find(jane, `search=${payment}`)).toEqual(numbers(paid))
  expect(await find(other, `search=${payment}`)).toEqual([])

  const at = encodeURIComponent
  const after = (order: OrderLine) => new Date(Date.parse(order.createdAt) + 1).toISOString()
  expect(await find(jane, `from=${at(paid.createdAt)}`)).toEqual(numbers(paid))
  expect(await find(jane, `to=${at(after(open))}`)).toEqual(numbers(open))
  expect(await find(jane, `from=${at('2030-01-01T00:00:00Z')}`)).toEqual([])
  for (const query of ['state=some', 'size=0', 'size=101', 'before=x', 'from=yesterday']) {
    expect(await jane.call('GET', `/orders?${query}`), query).toMatchObject({ status: 400 })
  }
})

test('counts and sums cover all orders, not the page', async () => {
  const { shop, jane, open } = await openShopWithOrders()
  await copyOrder(shop.db, open, [uuidv7(), uuidv7(), uuidv7()])
  const total = open.quantity * open.perPrice
  const { body } = await jane.call('GET', '/orders/summary')
  expect(body).toEqual({
    open: { count: 4, total: total * 4, more: false },
    unpaid: { count: 4, total: total * 4, due: total * 4, more: false },
    paid: { count: 1, total, more: false },
    cancelled: { count: 1, total, more: false },
  })
  const searched = await jane.call('GET', '/orders/summary?search=saw')
  expect(searched.body).toMatchObject({ open: { count: 0, total: 0 }, paid: { count: 1 } })
})

test('pages follow each other without gaps, in both directions', async () => {
  const { shop, jane, open } = await openShopWithOrders()
  await copyOrder(
    shop.db,
    open,
    Array.from({ length: 25 }, () => uuidv7()),
  )
  const page = async (query: string): Promise<Order[]> =>
    (await jane.call('GET', `/orders?size=10&${query}`)).body
  const all = (await jane.call('GET', '/orders?size=100')).body as Order[]
  expect(all).toHaveLength(27)
  const ids = (orders: Order[]) => orders.map(({ _id }) => _id)
  const first = await page('')
  const second = await page(`before=${first.at(-1)?._id}`)
  expect(ids([...first, ...second])).toEqual(ids(all.slice(0, 20)))
  expect(ids(await page(`after=${second[0]?._id}`))).toEqual(ids(first))
  expect(ids(await page(`search=hammer&before=${first.at(-1)?._id}`))).toEqual(
    ids(all.filter(({ lines }) => lines[0]?.productName === 'Zinc Hammer').slice(10, 20)),
  )
})

test('the CSV has all orders found, and no formulas', async () => {
  const { shop, jane, open } = await openShopWithOrders()
  await shop.db
    .updateTable('orders')
    .set({ poNumber: '=HYPERLINK("http://x")' })
    .where('id', '=', open.orderId)
    .execute()
  await copyOrder(
    shop.db,
    open,
    Array.from({ length: 1_200 }, () => uuidv7()),
  )
  const { status, body, headers } = await jane.call('GET', '/orders/csv')
  expect(status).toBe(200)
  expect(headers.get('Content-Disposition')).toContain('orders.csv')
  const lines = (body as string).trim().split('\r\n')
  expect(lines[0]).toContain('Order,PO number,"Ordered, UTC",Status,Product,SKU,Quantity')
  expect(lines).toHaveLength(1 + 1_202)
  expect(new Set(lines).size).toBe(lines.length)
  const line = lines.find((line) => line.startsWith(`${open.orderNumber},`))
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(line).toContain('Zinc Hammer')
  expect(line).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/)
  const german = await jane.call('GET', '/orders/csv?search=saw&format=semicolon')
  const [head, saw] = german.body.trim().split('\r\n')
  expect(head).toContain('Order;PO number;Ordered, UTC;Status')
  expect(saw).toMatch(/;Zinc Saw;[^;]+;\d+;\d+,\d\d;\d+,\d\d;/)
  const found = await jane.call('GET', '/orders/csv?search=saw')
  expect(found.body.trim().split('\r\n')).toHaveLength(2)
  for (const poNumber of ['|calc', '\u200b=1+1']) {
    await shop.db.updateTable('orders').set({ poNumber }).where('id', '=', open.orderId).execute()
    expect((await jane.call('GET', '/orders/csv')).body).toContain(`,'${poNumber},`)
  }
})

test('frequent products of a buyer are on sale, most frequent first', async () => {
  const { shop, jane, other, open, paid } = await openShopWithOrders()
  const often = async (user: Person) => (await user.call('GET', '/orders/often')).body
  expect(await often(jane)).toMatchObject([
    { productId: open.productId, name: 'Zinc Hammer', orders: 2 },
    { productId: paid.productId, name: 'Zinc Saw', orders: 1 },
  ])
  await shop.db
    .updateTable('product')
    .set({ deletedAt: new Date() })
    .where('id', '=', open.productId)
    .execute()
  expect(await often(jane)).toMatchObject([{ name: 'Zinc Saw' }])
  expect(await often(other)).toEqual([])
})

test('a page of orders ends early where it would have too many lines', async () => {
  const { db, ...shop } = await openTestShop()
  const jane = await signUp({ db, ...shop })
  const first = await buy(jane, await addProduct(db, { quantity: 1_000_000 }))
  const ids = Array.from({ length: 11 }, () => uuidv7())
  await copyOrder(db, first, ids)
  await sql`
    with added as (
      insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
        unit_price_cents, quantity, image)
      select gen_random_uuid(), order_id, account_id, more, product_id, product_name, sku,
        unit_price_cents, quantity, image
      from order_line, generate_series(2, 200) as more
      where order_id = any(${ids}::uuid[])
      returning id, product_id, account_id, quantity
    ), taken as (
      update product set quantity = quantity - (select sum(added.quantity) from added)
    )
    insert into stock_movement (product_id, account_id, delta, kind, order_line_id)
    select product_id, account_id, -quantity, 'order', id from added`.execute(db)
  const newest = (await jane.call('GET', '/orders?size=100')).body as Order[]
  expect(newest.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 10))
  const before = newest.at(-1)?._id
  const rest = (await jane.call('GET', `/orders?size=100&before=${before}`)).body as Order[]
  expect(rest.map(({ number }) => number)).toEqual([`FW-COPY-${ids[0]}`, first.orderNumber])
  const csv = (await jane.call('GET', '/orders/csv')).body as string
  expect(csv.trim().split('\r\n')).toHaveLength(1 + 11 * 200 + 1)
})
