import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { addOrder, capture, openBooks, recordRefund, standard } from '#server/testing/books.ts'
import { buy, copyOrder, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { creditNoteContent, invoiceContent } from '#shop/documents/document-content.server.ts'
import { sumLedger } from '#shop/documents/ledger.server.ts'
import { orderTax, refundOfAmount } from '#shop/tax/tax.ts'
import { reportSales } from './sales-report.server.ts'

const DAY_MS = 86_400_000
const tomorrow = () => new Date(Date.now() + DAY_MS / 2)
const daysUntil = (days: number, until: Date) => ({ days, until, zone: 'UTC' })

test('revenue is the sum of the documents to the cent, whatever was paid and refunded', async () => {
  const books = await openBooks()
  const sale = fc.record({
    percent: fc.integer({ min: 0, max: 25_000 }).map((thousandths) => thousandths / 1000),
    quantities: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 5 }),
    paid: fc.integer({ min: 0, max: 5 }),
    refunds: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(sale, async ({ percent, quantities, paid, refunds }) => {
      const { lines } = await addOrder(books, quantities, orderTax(standard, percent))
      const own = lines.slice(0, paid)
      if (own.length > 0) {
        const { id, charge } = await capture(books, own, percent)
        let left = charge
        for (const share of refunds) {
          const part = refundOfAmount(cents(Math.floor(left.total * share)), left, percent)
          if (part.total === 0) continue
          await recordRefund(books.db, id, part)
          left = {
            net: cents(left.net - part.net),
            tax: cents(left.tax - part.tax),
            total: cents(left.total - part.total),
          }
        }
      }
      const printed = await sumOfDocuments(books.db)
      const [sum] = await sumLedger(books.db, [new Date(0), tomorrow()])
      expect(sum).toMatchObject(printed)
      expect(await sumOfLines(books.db)).toBe(printed.net)
      for (const days of [1, 7, 30]) {
        const { current, chart } = await reportSales(books.db, daysUntil(days, tomorrow()))
        expect(current.revenue).toBe(printed.net)
        expect(chart).toHaveLength(days === 1 ? 24 : days)
        expect(chart.reduce((all, { revenue }) => all + revenue, 0)).toBe(printed.net)
      }
    }),
    { numRuns: 15 },
  )
})

test('the figures count each span, and products what was sold less what was returned', async () => {
  const books = await openBooks()
  const { lines } = await addOrder(books, [4, 6])
  await addOrder(books, [1])
  const { id } = await capture(books, lines, 0)
  const [line] = lines
  await recordRefund(books.db, id, { net: cents(1250), tax: cents(0), total: cents(1250) }, line)
  const report = await reportSales(books.db, daysUntil(1, tomorrow()))
  expect(report.current).toEqual({ revenue: 11_250, orders: 2, paid: 1, average: 11_250 })
  expect(report.before).toEqual({ revenue: 0, orders: 0, paid: 0, average: 0 })
  expect(report.sold).toMatchObject([{ productId: books.productId, name: 'Try Square' }])
  expect(report.sold).toHaveLength(1)
  expect(report.ending).toMatchObject([{ productId: books.productId, quantity: 0, daysLeft: 0 }])
  // Tomorrow the sales of today are those of the day before.
  const nextDay = new Date(Date.now() + DAY_MS)
  const nextEnd = new Date(tomorrow().getTime() + DAY_MS)
  const next = await reportSales(books.db, daysUntil(1, nextEnd), nextDay)
  expect(next.current.revenue).toBe(0)
  expect(next.before.revenue).toBe(11_250)
  // The span governs what sold, and not what runs out.
  expect(next.sold).toEqual([])
  expect(next.ending).toHaveLength(1)
})

test('a stock that lasts for longer than an integer of days does not run out', async () => {
  const books = await openBooks()
  const { lines } = await addOrder(books, [1])
  await capture(books, lines, 0)
  const quantity = 1_000_000_000
  await books.db.updateTable('product').set({ quantity }).execute()
  const { sold, ending } = await reportSales(books.db, daysUntil(1, tomorrow()))
  expect(sold).toHaveLength(1)
  expect(ending).toEqual([])
})

test('orders are those that Manage Orders lists for their days, and payments those of these days', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 1_000 })
  const [unpaid, cancelled] = [await buy(jane, product), await buy(jane, product)]
  expect((await jane.call('DELETE', `/purchase/${cancelled._id}`)).status).toBe(200)
  // Placed three days ago, and paid today.
  const placedAt = new Date(Date.now() - 3 * DAY_MS)
  const early = { ...unpaid, _id: uuidv7({ msecs: placedAt.getTime() }) }
  await copyOrder(shop.db, unpaid, [early._id])
  await shop.db.updateTable('orders').set({ placedAt }).where('id', '=', early._id).execute()
  const intent = await startPaying(jane, early)
  await payByCard(shop, intent)
  expect((await reportPayment(jane, early, intent)).status).toBe(200)

  const to = tomorrow()
  const hours = (count: number) => new Date(to.getTime() - count * 3_600_000).toISOString()
  const until = to.toISOString()
  for (const [days, from, orders] of [
    ['1', hours(24), 2],
    ['7', hours(7 * 24), 3],
  ] as const) {
    const query = `days=${days}&zone=UTC&until=${until}`
    const { body } = await owen.call('GET', `/dashboard/sales?${query}`)
    expect(body.current).toMatchObject({ orders, paid: 1 })
    const span = `state=placed&from=${from}&to=${until}`
    const { body: desk } = await owen.call('GET', `/orders/all/summary?${span}`)
    expect(desk.found).toMatchObject({ count: orders })
    expect((await owen.call('GET', `/orders/all?${span}`)).body).toHaveLength(orders)
  }
})

test('the list of products with low stock has exactly those that the overview counts', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const low = await addProduct(shop.db, { name: 'Zinc Saw', quantity: 9, minQuantity: 10 })
  await addProduct(shop.db, { name: 'Zinc Hammer', quantity: 10, minQuantity: 10 })
  const { body: overview } = await owen.call('GET', '/dashboard/overview')
  expect(overview.lowProducts).toBe(1)
  for (const search of ['', '&search=zinc']) {
    const found = await owen.call('GET', `/products/manage?stock=low${search}`)
    expect(found.body).toMatchObject([{ _id: low.id }])
    const { body } = await owen.call('GET', `/products/manageCount?stock=low${search}`)
    expect(body).toEqual({ count: 1 })
  }
  for (const query of ['days=2', 'zone=Mars/Olympus']) {
    expect((await owen.call('GET', `/dashboard/sales?${query}`)).status).toBe(400)
  }
})

test('an amount that names no line is divided among the lines of its invoice', async () => {
  const books = await openBooks()
  const { lines } = await addOrder(books, [1, 1, 2])
  const { id } = await capture(books, lines, 0)
  await recordRefund(books.db, id, { net: cents(1001), tax: cents(0), total: cents(1001) })
  const { rows } = await sql<{ netCents: number }>`
    select net_cents from ledger_line where net_cents < 0`.execute(books.db)
  expect(rows.map(({ netCents }) => netCents).sort()).toEqual([-250, -250, -501])
})

test('days begin at midnight of the zone, also around a change of its clocks', async () => {
  const { db } = await openBooks()
  const zone = 'America/New_York'
  const until = new Date('2026-11-26T05:00:00Z')
  const month = await reportSales(db, { days: 30, until, zone })
  const hours = month.chart.map(({ from }) => from.getUTCHours())
  expect(hours).toEqual([...Array(6).fill(4), ...Array(24).fill(5)])
  // The day on which the clocks went back.
  const sunday = await reportSales(db, { days: 1, until: new Date('2026-11-02T05:00:00Z'), zone })
  expect(sunday.chart).toHaveLength(25)
})

async function sumOfLines(db: Db): Promise<number> {
  const { rows } = await sql<{ sum: string | null }>`
    select sum(net_cents) from ledger_line`.execute(db)
  return Number(rows[0]?.sum ?? 0)
}

/** Adds up the invoices less the credit notes, as they are printed. */
async function sumOfDocuments(db: Db) {
  const invoices = await db.selectFrom('invoice').select('content').execute()
  const notes = await db.selectFrom('creditNote').select('content').execute()
  const sum = { net: 0, tax: 0, invoices: invoices.length }
  for (const { content } of invoices) {
    const { net, tax } = invoiceContent.parse(content).amounts
    sum.net += net
    sum.tax += tax
  }
  for (const { content } of notes) {
    const { net, tax } = creditNoteContent.parse(content).amounts
    sum.net -= net
    sum.tax -= tax
  }
  return sum
}
