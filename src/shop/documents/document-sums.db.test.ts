import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { addOrder, capture, type Line, openBooks, recordRefund, standard } from '#server/testing/books.ts'
import { orderTax, refundOfAmount, refundOfNet } from '#shop/tax/tax.ts'
import { creditNoteContent, invoiceContent } from './document-content.server.ts'

test('documents add up to the charges less the refunds, whatever was paid and refunded', async () => {
  const quantities = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 8 })
  const part = fc.record({
    isFree: fc.boolean(),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  const history = fc.record({
    percent: fc.integer({ min: 0, max: 25_000 }).map((thousandths) => thousandths / 1000),
    orders: fc.array(quantities, { minLength: 1, maxLength: 3 }),
    // How many of the lines are paid, and by how many payments; the others are cancelled.
    payments: fc.integer({ min: 1, max: 3 }),
    paid: fc.integer({ min: 1, max: 12 }),
    refunds: fc.array(part, { maxLength: 4 }),
  })
  const books = await openBooks()
  let expected = 0
  await fc.assert(
    fc.asyncProperty(history, async ({ percent, orders, payments, paid, refunds }) => {
      const lines: Line[] = []
      for (const order of orders) {
        lines.push(...(await addOrder(books, order, orderTax(standard, percent))).lines)
      }
      const paidLines = lines.slice(0, paid)
      for (let number = 0; number < payments; number++) {
        const own = paidLines.filter((_, index) => index % payments === number)
        if (own.length === 0) continue
        const { id, charge } = await capture(books, own, percent)
        expected += charge.total
        let left = charge
        for (const { isFree, share } of refunds) {
          const net = cents(Math.floor(left.net * share))
          const amount = cents(Math.floor(left.total * share))
          const refunded = isFree ? refundOfAmount(amount, left, percent) : refundOfNet(net, left, percent)
          if (refunded.total === 0) continue
          await recordRefund(books.db, id, refunded)
          expected -= refunded.total
          left = {
            net: cents(left.net - refunded.net),
            tax: cents(left.tax - refunded.tax),
            total: cents(left.total - refunded.total),
          }
        }
      }
      expect(await sumOfDocuments(books.db)).toBe(expected)
    }),
    { numRuns: 15 },
  )
})

/** Adds up the invoices less the credit notes, as they are printed. */
async function sumOfDocuments(db: Db): Promise<Cents> {
  const invoices = await db.selectFrom('invoice').select('content').execute()
  const notes = await db.selectFrom('creditNote').select('content').execute()
  let sum = 0
  for (const { content } of invoices) {
    const { amounts, lines } = invoiceContent.parse(content)
    expect(lines.reduce((all, { net }) => all + net, 0)).toBe(amounts.net)
    expect(amounts.net + amounts.tax).toBe(amounts.total)
    sum += amounts.total
  }
  for (const { content } of notes) {
    const { amounts } = creditNoteContent.parse(content)
    expect(amounts.net + amounts.tax).toBe(amounts.total)
    sum -= amounts.total
  }
  return cents(sum)
}
