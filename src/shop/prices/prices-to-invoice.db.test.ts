import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { ownPerPrice } from './shown/own-price.ts'

const step = fc.record({
  minQuantity: fc.constantFrom(10, 25, 60),
  cents: fc.integer({ min: 300, max: 1500 }),
})

/** Rows of a falling ladder. */
const ladder = fc
  .uniqueArray(step, { minLength: 1, maxLength: 3, selector: ({ minQuantity }) => minQuantity })
  .map((steps) => {
    const prices = steps.map(({ cents }) => cents).toSorted((a, b) => b - a)
    return steps
      .map(({ minQuantity }) => minQuantity)
      .toSorted((a, b) => a - b)
      .map((minQuantity, index) => ({ minQuantity, perPrice: (prices[index] ?? 0) / 100 }))
  })

test.each([0, 8.25, 19])(
  'screen, order, charge and invoice agree to the cent at %s %% tax',
  async (taxPercent) => {
    const shop = await openTestShop(undefined, undefined, {
      orderRules: { ...wideOrderRules, taxPercent },
    })
    const [admin, jane] = [await signUpAdmin(shop), await signUp(shop)]
    const products = await Promise.all(
      [1, 2, 3].map((n) =>
        addProduct(shop.db, { name: `Tool ${n}`, quantity: 100_000, unitPriceCents: 999 + n }),
      ),
    )
    const { _id: company } = (
      await admin.call('POST', '/companies', { name: 'C', member: jane.email })
    ).body
    const lists = await Promise.all(
      [{ company }, { company }, { everybody: true }].map(
        async (audience) =>
          (await admin.call('POST', '/price-lists', { name: 'L', for: audience })).body._id,
      ),
    )
    const rowsOf = fc.array(ladder, { minLength: 3, maxLength: 3 })
    const quantities = fc.array(fc.integer({ min: 10, max: 90 }), { minLength: 3, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowsOf, { minLength: 3, maxLength: 3 }),
        quantities,
        async (all, quantities) => {
          for (const [nr, ladders] of all.entries()) {
            const rows = ladders.flatMap((steps, of) =>
              steps.map((step) => ({ sku: products[of]?.sku, ...step })),
            )
            expect(
              (await admin.call('PUT', `/price-lists/${lists[nr]}/rows`, { rows })).status,
            ).toBe(200)
          }
          const ids = products.map(({ id }) => id)
          const shown: Product[] = (await jane.call('POST', '/products/lookup', { ids })).body
          const lines = shown.map((product, of) => {
            const quantity = quantities[of] ?? 10
            return { productId: product._id, quantity, perPrice: ownPerPrice(product, quantity) }
          })
          const order = { name: 'Jane', address: '1 Anvil Street', lines }
          const placed = await jane.call('POST', '/orders', order)
          expect(placed.status).toBe(200)
          const prices = placed.body.lines.map(({ perPrice }: { perPrice: number }) => perPrice)
          expect(prices).toEqual(lines.map(({ perPrice }) => perPrice))
          const netCents = lines.reduce(
            (sum, line) => sum + Math.round(line.perPrice * 100) * line.quantity,
            0,
          )
          await payFor(
            shop,
            jane,
            placed.body.lines.map(({ _id }: { _id: string }) => _id),
          )
          const { content } = await shop.db
            .selectFrom('invoice')
            .select('content')
            .orderBy('position', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow()
          const { amounts } = content as { amounts: { net: number; tax: number; total: number } }
          expect(amounts.net).toBe(netCents)
          expect(amounts.total).toBe(Math.round(placed.body.total * 100))
          const { totalCents } = await shop.db
            .selectFrom('payment')
            .select('totalCents')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow()
          expect(totalCents).toBe(amounts.total)
        },
      ),
      { numRuns: 8, seed: 20_261_126 },
    )
  },
)
