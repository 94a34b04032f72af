import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarsToCents } from '#platform/money.ts'
import { intentOf, payByCard } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'
import { creditNoteContent, invoiceContent } from './document-content.server.ts'

type Outcome = { lines: number; refund: 'none' | 'a piece' | 'an amount' | 'everything' }

const outcomes = fc.record({
  prices: fc.array(fc.integer({ min: 50, max: 99_999 }), { minLength: 3, maxLength: 5 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  isExempt: fc.boolean(),
  isFirstCancelled: fc.boolean(),
  payments: fc.array(
    fc.record({
      lines: fc.integer({ min: 1, max: 3 }),
      refund: fc.constantFrom('none', 'a piece', 'an amount', 'everything'),
    }) satisfies fc.Arbitrary<Outcome>,
    { minLength: 1, maxLength: 2 },
  ),
})

test.each([8.875, 19])(
  'page, charge and invoice agree, and documents are the charges less the refunds, at %d percent',
  async (taxPercent) => {
    const orderRules = { ...wideOrderRules, taxPercent }
    const shop = await openTestShop(undefined, undefined, { orderRules })
    const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
    await fc.assert(
      fc.asyncProperty(outcomes, async ({ prices, quantity, isExempt, ...rest }) => {
        const exempt = { treatment: 'exempt', reference: 'EX-42' }
        const tax = isExempt ? exempt : { treatment: 'standard' }
        await owen.call('PUT', `/users/tax/${jane.email}`, tax)
        const order = await place(shop, jane, prices, quantity)
        const [first, ...others] = order.lines
        if (rest.isFirstCancelled) await jane.call('DELETE', `/purchase/${first?._id}`)
        const open = rest.isFirstCancelled ? others : order.lines
        for (const { lines, refund } of rest.payments) {
          const lineIds = open.splice(0, lines).map(({ _id }) => _id)
          if (lineIds.length > 0) await payAndRefund(shop, { jane, owen }, lineIds, refund)
        }
        await shop.cards.deliverDueWebhooks()
        expect(await sumOfDocuments(shop)).toEqual(await sumOfMoney(shop))
      }),
      { numRuns: 8 },
    )
  },
)

async function place(shop: TestShop, jane: Person, prices: number[], quantity: number) {
  const products = prices.map((unitPriceCents) => addProduct(shop.db, { unitPriceCents, minQuantity: 1 }))
  const lines = (await Promise.all(products)).map(({ id }) => ({ productId: id, quantity }))
  const order = { name: 'Jane', address: '1 Anvil Street', lines }
  return (await jane.call('POST', '/orders', order)).body as Order
}

async function payAndRefund(
  shop: TestShop,
  { jane, owen }: { jane: Person; owen: Person },
  lineIds: string[],
  refund: Outcome['refund'],
): Promise<void> {
  const { body: page } = await jane.call('POST', '/payments', { lineIds })
  const intent = intentOf(page.clientSecret)
  await payByCard(shop, intent)
  await shop.cards.deliverDueWebhooks()
  const { amount_received: charged } = await shop.stripe.paymentIntents.retrieve(intent)
  const invoice = await shop.db
    .selectFrom('invoice')
    .select('content')
    .where('paymentId', '=', page._id)
    .executeTakeFirstOrThrow()
  const { amounts } = invoiceContent.parse(invoice.content)
  const shown = [page.net, page.tax, page.total].map(dollarsToCents)
  expect([amounts.net, amounts.tax, amounts.total]).toEqual(shown)
  expect(charged).toBe(amounts.total)
  const key = { 'Idempotency-Key': intent }
  const [_id] = lineIds
  const wanted = {
    none: null,
    'a piece': { lines: [{ _id, quantity: 1 }] },
    'an amount': { amount: Math.min(page.total, 0.37) },
    everything: { amount: page.total },
  }[refund]
  if (!wanted) return
  const made = await owen.call('POST', `/payments/${page._id}/refunds`, { ...wanted, reason: 'Damaged' }, key)
  expect(made).toMatchObject({ status: 200 })
  if (refund === 'everything') expect(made.body).toMatchObject({ net: page.net, tax: page.tax })
}

async function sumOfDocuments({ db }: TestShop): Promise<number> {
  const invoices = await db.selectFrom('invoice').select('content').execute()
  const notes = await db.selectFrom('creditNote').select('content').execute()
  const totals = [
    ...invoices.map(({ content }) => invoiceContent.parse(content).amounts.total),
    ...notes.map(({ content }) => -creditNoteContent.parse(content).amounts.total),
  ]
  return totals.reduce((sum, total) => sum + total, 0)
}

/** Adds up the charges less the refunds, as the card provider knows them. */
async function sumOfMoney({ db, stripe }: TestShop): Promise<number> {
  const payments = await db.selectFrom('payment').select('providerId').execute()
  let sum = 0
  for (const { providerId } of payments) {
    if (providerId === null) continue
    const { amount_received } = await stripe.paymentIntents.retrieve(providerId)
    const { data } = await stripe.refunds.list({ payment_intent: providerId })
    sum += data.reduce((left, { amount }) => left - amount, amount_received)
  }
  return sum
}
