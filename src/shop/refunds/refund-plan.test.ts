import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { type Cents, cents, centsToDollars, timesPieces } from '#platform/money.ts'
import { type Amounts, withTax } from '#shop/tax/tax.ts'
import type { WantedRefund } from './refund-json.server.ts'
import { planRefund, type Refundable, type RefundPlan } from './refund-plan.server.ts'

const percents = fc.integer({ min: 0, max: 30_000 }).map((thousandths) => thousandths / 1000)
const lines = fc.array(
  fc.record({
    unitPrice: fc.integer({ min: 1, max: 100_000 }).map(cents),
    quantity: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 1, maxLength: 6 },
)
/** Refunds that are tried one after another: pieces of a line, or a share of what is left. */
const wishes = fc.array(
  fc.record({
    line: fc.nat({ max: 5 }),
    pieces: fc.integer({ min: 1, max: 50 }),
    share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  }),
  { maxLength: 12 },
)

/** All pieces are on the shelf. */
const unshipped = {
  isProductDeleted: false,
  pieces: {
    open: 50,
    unpacked: 50,
    unrefundedShipped: 0,
    shipped: 0,
    returnable: 0,
    refundable: 50,
  },
  isInShipment: false,
  received: null,
}

function netOf(bought: { unitPrice: Cents; quantity: number }[]): Cents {
  return cents(bought.reduce((sum, one) => sum + timesPieces(one.unitPrice, one.quantity), 0))
}

function planUnlessRefused(wanted: WantedRefund, refundable: Refundable): RefundPlan | null {
  try {
    return planRefund(wanted, refundable)
  } catch (error) {
    if (error instanceof HttpRefusal) return null
    throw error
  }
}

/** Makes a refund if it fits, and subtracts it from what is left. */
function refund(refundable: Refundable, wanted: WantedRefund): Amounts | null {
  const plan = planUnlessRefused(wanted, refundable)
  if (!plan) return null
  const { left } = refundable
  refundable.left = {
    net: cents(left.net - plan.net),
    tax: cents(left.tax - plan.tax),
    total: cents(left.total - plan.total),
  }
  for (const { lineId, quantity } of plan.lines) {
    const line = refundable.lines.find(({ id }) => id === lineId)
    if (line) line.quantity -= quantity ?? 0
  }
  return plan
}

test('refunds of any kind never leave less than nothing, and refunding the rest returns the charge', () => {
  fc.assert(
    fc.property(lines, percents, wishes, (bought, percent, wished) => {
      const charge = withTax(netOf(bought), percent)
      const refundable: Refundable = {
        left: charge,
        percent,
        lines: bought.map((line, index) => ({
          id: `${index}`,
          productName: 'Claw Hammer',
          ...unshipped,
          ...line,
        })),
      }
      const made: number[] = []
      const record = (plan: Amounts | null) => {
        if (plan === null) return
        expect(plan.net + plan.tax).toBe(plan.total)
        expect(Math.min(plan.net, plan.tax)).toBeGreaterThanOrEqual(0)
        const { net, tax, total } = refundable.left
        expect(Math.min(net, tax)).toBeGreaterThanOrEqual(0)
        expect(net + tax).toBe(total)
        made.push(plan.total)
      }
      for (const { line, pieces, share } of wished) {
        const total = cents(Math.floor((share ?? 0) * refundable.left.total))
        const wanted =
          share === null
            ? { lines: [{ _id: `${line}`, quantity: pieces }] }
            : { amount: centsToDollars(total) }
        if (share === null || total > 0) record(refund(refundable, wanted))
      }
      if (refundable.left.total > 0) {
        record(refund(refundable, { amount: centsToDollars(refundable.left.total) }))
      }
      expect(made.reduce((sum, total) => sum + total, 0)).toBe(charge.total)
      expect(refundable.left).toEqual({ net: 0, tax: 0, total: 0 })
    }),
  )
})

test('all pieces, refunded one after another, return exactly the charge', () => {
  fc.assert(
    fc.property(lines, percents, (bought, percent) => {
      const charge = withTax(netOf(bought), percent)
      const refundable: Refundable = {
        left: charge,
        percent,
        lines: bought.map((line, index) => ({
          id: `${index}`,
          productName: 'Claw Hammer',
          ...unshipped,
          ...line,
        })),
      }
      for (const [index, { quantity }] of bought.entries()) {
        for (let piece = 0; piece < quantity; piece++) {
          const lines = [{ _id: `${index}`, quantity: 1 }]
          expect(refund(refundable, { lines })).not.toBeNull()
        }
      }
      expect(refundable.left).toEqual({ net: 0, tax: 0, total: 0 })
    }),
    { numRuns: 40 },
  )
})
