import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { textOfPdf } from '#server/testing/documents.ts'
import {
  buy,
  copyOrder,
  intentOf,
  ordersOf,
  payByCard,
  payUnasked,
  reportPayment,
  startPaying,
} from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { lockPayableLines } from '#shop/payments/payable-lines.server.ts'
import { listDocuments } from './document-queries.server.ts'
import { writeSeller } from './seller.server.ts'

async function pay(shop: TestShop, buyer: Person, order: OrderLine): Promise<void> {
  const intent = await startPaying(buyer, order)
  await payByCard(shop, intent)
  expect(await reportPayment(buyer, order, intent)).toMatchObject({ status: 200 })
}

const documentsOf = async (user: Person, { _id }: OrderLine) =>
  (await user.call('GET', `/documents/of/${_id}`)).body

/** Downloads a document or zip; the JSON client would decode its bytes as text. */
async function download({ app }: TestShop, user: Person, path: string, body?: object) {
  const response = await app.request(`${shopUrl}/api/documents/${path}`, {
    headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const numbersOf = async (db: Db) =>
  (await db.selectFrom('invoice').select('number').orderBy('number').execute()).map(({ number }) => number)

const year = new Date().getUTCFullYear()
const invoiceNumber = (position: number) => `INV-${year}-${String(position).padStart(5, '0')}`

test('a paid order has an invoice that names both companies and the tax', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const profile = { company: 'Vans & Co', taxId: 'DE-77' }
  const saved = await buyer.call('PUT', `/users/${buyer.email}`, profile)
  expect(saved.body).toMatchObject(profile)
  const order = await buy(buyer, await addProduct(shop.db))
  const confirmation = { kind: 'confirmation', number: order.orderNumber }
  expect(await documentsOf(buyer, order)).toMatchObject([confirmation])
  expect(await textOfPdf(await download(shop, buyer, `confirmation/${order.orderNumber}`))).toContain(
    `Order confirmation ${order.orderNumber}`,
  )

  await pay(shop, buyer, order)
  const invoice = { kind: 'invoice', number: invoiceNumber(1) }
  expect(await documentsOf(buyer, order)).toMatchObject([confirmation, invoice])
  const pdf = await download(shop, buyer, `invoice/${invoice.number}`)
  const text = await textOfPdf(pdf)
  const buyerNames = ['Vans & Co', 'DE-77', 'Jane Buyer']
  const card = 'Visa ending in 4242'
  for (const part of [invoice.number, ...buyerNames, order.sku, 'Forgewell', card]) {
    expect(text).toContain(part)
  }

  const confirmed = await download(shop, buyer, `confirmation/${order.orderNumber}`)

  // Nothing that changes later changes a document.
  await buyer.call('PUT', `/users/${buyer.email}`, { company: 'Other', taxId: '' })
  const seller = { name: 'New', address: 'X', taxId: 'Y', email: 'z@example.com', taxName: 'VAT' }
  await writeSeller(shop.db, { ...seller, paper: 'a4' })
  expect(await download(shop, buyer, `invoice/${invoice.number}`)).toEqual(pdf)
  expect(await download(shop, buyer, `confirmation/${order.orderNumber}`)).toEqual(confirmed)
})

test('documents are for their buyer and for admins', async () => {
  const shop = await openTestShop()
  const [buyer, other, admin] = [await signUp(shop), await signUp(shop), await signUpAdmin(shop)]
  const product = await addProduct(shop.db)
  const order = await buy(buyer, product)
  await pay(shop, buyer, order)
  const own = await buy(other, product)
  const paths = [`confirmation/${order.orderNumber}`, `invoice/${invoiceNumber(1)}`]
  for (const path of [`of/${order._id}`, ...paths]) {
    expect(await other.call('GET', `/documents/${path}`)).toMatchObject({ status: 404 })
    expect(await admin.call('GET', `/documents/${path}`)).toMatchObject({ status: 200 })
  }
  const byNumber = await buyer.call('GET', `/documents/of/${order.orderNumber.toLowerCase()}`)
  expect(byNumber.body).toEqual(await documentsOf(buyer, order))
  for (const name of [order.orderNumber, order.orderId, 'x']) {
    expect(await other.call('GET', `/documents/of/${name}`)).toMatchObject({ status: 404 })
  }
  const orderIds = [own._id, order.orderNumber]
  expect(await other.call('POST', '/documents/zip', { orderIds })).toMatchObject({ status: 404 })
  const zip = await download(shop, admin, 'zip', { orderIds })
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  for (const { number } of [own, order].map(({ orderNumber: number }) => ({ number }))) {
    expect(zip.toString('latin1')).toContain(`confirmation-${number}.pdf`)
  }
  expect(zip.toString('latin1')).toContain(`${invoiceNumber(1)}.pdf`)
  expect(await download(shop, admin, 'zip', { orderIds })).toEqual(zip)
  const none = await buyer.call('POST', '/documents/zip', { orderIds: [] })
  expect(none).toMatchObject({ status: 422 })
})

test('numbers have no gaps under concurrent payments', async () => {
  const shop = await openTestShop()
  const buyers = await Promise.all([1, 2, 3, 4].map(() => signUp(shop)))
  const product = await addProduct(shop.db, { quantity: 10_000 })
  const orders: { buyer: Person; order: OrderLine }[] = []
  for (const buyer of buyers) {
    for (let index = 0; index < 5; index++) orders.push({ buyer, order: await buy(buyer, product) })
  }
  await Promise.all(orders.map(({ buyer, order }) => pay(shop, buyer, order)))
  expect(await numbersOf(shop.db)).toEqual(orders.map((_, index) => invoiceNumber(index + 1)))
  expect(await findViolations(shop.db)).toEqual([])
})

test('a refund has a credit note with a number of its own', async () => {
  const shop = await openTestShop()
  const [admin, buyer] = [await signUpAdmin(shop), await signUp(shop)]
  const order = await buy(buyer, await addProduct(shop.db))
  await pay(shop, buyer, order)
  const [paid] = await ordersOf(buyer)
  const refund = { lines: [{ _id: order._id, quantity: 4 }], reason: 'Damaged in transit' }
  const path = `/payments/${paid?.transactionId}/refunds`
  const { status } = await admin.call('POST', path, refund, { 'Idempotency-Key': 'one' })
  expect(status).toBe(200)
  await shop.cards.deliverDueWebhooks()
  const number = `CN-${year}-00001`
  expect(await documentsOf(buyer, order)).toMatchObject([
    { kind: 'confirmation' },
    { kind: 'invoice' },
    { kind: 'credit-note', number },
  ])
  const text = await textOfPdf(await download(shop, buyer, `credit-note/${number}`))
  for (const part of [
    `Credit note ${number}`,
    invoiceNumber(1),
    order.orderNumber,
    'Damaged in transit',
    'Refunded',
    '$50.00',
  ]) {
    expect(text).toContain(part)
  }
})

test('money that paid nothing has no documents', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const order = await buy(buyer, await addProduct(shop.db))
  await startPaying(buyer, order)
  await buyer.call('DELETE', `/purchase/${order._id}`)
  const intent = await payUnasked(shop, order)
  await shop.cards.deliverDueWebhooks()
  const { data } = await shop.stripe.refunds.list({ payment_intent: intent })
  expect(data).toMatchObject([{ amount: 12_500, status: 'succeeded' }])
  expect(await documentsOf(buyer, order)).toMatchObject([{ kind: 'confirmation' }])
})

test('a payment of several orders has one invoice with a line for each', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const [hammer, saw] = [await addProduct(shop.db), await addProduct(shop.db)]
  const orders = [await buy(buyer, hammer), await buy(buyer, saw)]
  const { status, body } = await buyer.call('POST', '/payments', {
    orderIds: orders.map(({ _id }) => _id),
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  const intent = intentOf(body.clientSecret)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const invoice = { kind: 'invoice', number: invoiceNumber(1) }
  for (const order of orders) {
    expect(await documentsOf(buyer, order)).toMatchObject([{ kind: 'confirmation' }, invoice])
  }
  expect(await numbersOf(shop.db)).toEqual([invoice.number])
  const text = await textOfPdf(await download(shop, buyer, `invoice/${invoice.number}`))
  for (const { orderNumber } of orders) expect(text).toContain(orderNumber)
  const csv = (await buyer.call('GET', '/orders/csv')).body.trim().split('\r\n')
  expect(csv[0]).toMatch(/"Price each, USD","Net, USD",.*,Transaction,Invoice$/)
  expect(csv).toHaveLength(3)
  for (const row of csv.slice(1)) {
    expect(row).toContain(',12.50,125.00,')
    expect(row).toMatch(new RegExp(`,${invoice.number}$`))
  }
  expect(text).toContain('$250.00')
})

test('documents and payments of an order read few rows, however many orders there are', async () => {
  const { db, ...shop } = await openTestShop()
  const buyer = await signUp({ db, ...shop })
  const order = await buy(buyer, await addProduct(db, { quantity: 100_000 }))
  const copies = Array.from({ length: 2_000 }, () => randomUUID())
  await copyOrder(db, order, copies)
  await sql`analyze orders, order_line`.execute(db)
  const { accountId } = await db.selectFrom('orders').select('accountId').executeTakeFirstOrThrow()
  const caller = { id: accountId ?? '', role: 'buyer' }
  await db.transaction().execute(async (db) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
        where relname in ('orders', 'order_line')`.execute(db)
      return rows[0]?.read ?? Number.NaN
    }
    const before = await rowsRead()
    for (const name of [order._id, order.orderId, order.orderNumber]) {
      expect(await listDocuments(db, caller, [name])).toHaveLength(1)
      expect(await lockPayableLines(db, caller, { orderIds: [name] })).toHaveLength(1)
    }
    expect((await rowsRead()) - before).toBeLessThan(200)
  })
})
