import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, formatDollars } from '#platform/money.ts'
import { textOfPdf } from '#server/testing/documents.ts'
import { payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'
import { openTestShop, shopUrl, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import type { InvoiceContent } from '#shop/documents/document-content.server.ts'
import { ownPerPrice } from './shown/own-price.ts'

// Of all rates together; the proof has ten thousand.
const ORDERS = Number(process.env.PROVE_ORDERS ?? 120)
const SEED = Number(process.env.PROVE_SEED ?? 20_261_126)
/** So many orders are placed between two changes of the lists. */
const ORDERS_PER_ROUND = 10
const RATES = [0, 8.25, 19]

const site = { name: 'Forgewell', publicUrl: shopUrl, isDemo: false, offersGoogle: false }

const step = fc.record({
  minQuantity: fc.constantFrom(1, 10, 25, 60),
  perPrice: fc.integer({ min: 300, max: 1500 }).map((price) => price / 100),
})

/** The steps of a falling ladder, in any order; the first is from one piece, as contracts need it. */
const ladder = fc
  .uniqueArray(step, { minLength: 1, maxLength: 4, selector: ({ minQuantity }) => minQuantity })
  .map((steps) => {
    const prices = steps.map(({ perPrice }) => perPrice).toSorted((a, b) => b - a)
    const quantities = steps.map(({ minQuantity }) => minQuantity).toSorted((a, b) => a - b)
    return steps.map((_, index) => {
      return { minQuantity: index === 0 ? 1 : quantities[index], perPrice: prices[index] }
    })
  })

/** A list: ladders of some products, and a percentage off all others. */
const listRows = fc.record({
  ladders: fc.array(fc.option(ladder), { minLength: 3, maxLength: 3 }),
  percent: fc.option(fc.integer({ min: 1, max: 9000 }).map((hundredths) => hundredths / 100)),
})
const round = fc.record({
  lists: fc.array(listRows, { minLength: 4, maxLength: 4 }),
  hasContract: fc.boolean(),
  quantities: fc.array(fc.array(fc.integer({ min: 10, max: 90 }), { minLength: 3, maxLength: 3 }), {
    minLength: ORDERS_PER_ROUND,
    maxLength: ORDERS_PER_ROUND,
  }),
})

type Round = typeof round extends fc.Arbitrary<infer Drawn> ? Drawn : never

async function openPriced(taxPercent: number) {
  const orderRules = { ...wideOrderRules, taxPercent }
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const admin = await signUpAdmin(shop)
  const products = await Promise.all(
    [1, 2, 3].map((n) => {
      const priced = { unitPriceCents: 999 + 7 * n, quantity: 1_000_000_000 }
      return addProduct(shop.db, { name: `Steel rule ${n}`, ...priced })
    }),
  )
  const group = (await admin.call('POST', '/customer-groups', { name: 'Dealers' })).body._id
  const company = (await admin.call('POST', '/companies', { name: 'C', group })).body._id
  const audiences = [{ company }, { group }, { everybody: true }]
  const add = async (audience: object, contract = false) => {
    const list = { name: 'L', for: audience, contract }
    const { _id } = (await admin.call('POST', '/price-lists', list)).body
    return (await admin.call('POST', `/price-lists/${_id}/publish`)).body._id
  }
  const lists = [await add({ company }, true)]
  for (const audience of audiences) lists.push(await add(audience))
  // A buyer of each round, because payments of one are limited.
  const addBuyer = async () => {
    const jane = await signUp(shop)
    await admin.call('PUT', `/companies/${company}/members/${jane.email}`)
    const { id: uid } = await shop.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', jane.email)
      .executeTakeFirstOrThrow()
    return { jane, uid }
  }
  return { shop, admin, products, company, lists, addBuyer }
}
type Priced = Awaited<ReturnType<typeof openPriced>>
type Buyer = Awaited<ReturnType<Priced['addBuyer']>>

async function putLists({ admin, products, lists }: Priced, { lists: given, hasContract }: Round) {
  for (const [nr, { ladders, percent }] of given.entries()) {
    const isLeftOut = nr === 0 && !hasContract
    const rows = ladders.flatMap((steps, of) =>
      (steps ?? []).map((step) => ({ sku: products[of]?.sku, ...step })),
    )
    const all = percent === null ? [] : [{ all: true, percent }]
    const body = { rows: isLeftOut ? [] : [...rows, ...all] }
    expect((await admin.call('PUT', `/price-lists/${lists[nr]}/rows`, body)).status).toBe(200)
  }
}

/** Returns the products as the buyer sees them, once all paths have shown the same. */
async function seeOnAllPaths(
  { shop, admin, products, company }: Priced,
  { jane, uid }: Buyer,
): Promise<Product[]> {
  const call = async (method: string, path: string, body?: object) =>
    (await jane.call(method, path, body)).body
  const seen: Product[] = await call('POST', '/products/lookup', {
    ids: products.map(({ id }) => id),
  })
  const pricesOf = (found: Product[]) =>
    found.map(({ _id, prices }) => [_id, prices]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const lines = products.map(({ sku }) => ({ sku, name: null }))
  for (const found of [
    await call('GET', '/products?size=10&page=0'),
    await call('GET', '/products?q=steel'),
    (await call('GET', '/products/search?q=steel')).products,
    (await call('GET', '/products/suggest?q=steel')).products,
    (await call('POST', '/products/match', { lines })).map(({ product }: { product: Product }) => product),
    await Promise.all(products.map(({ id }) => call('GET', `/products/${id}`))),
  ])
    expect(pricesOf(found)).toEqual(pricesOf(seen))
  const currentUser = {
    uid,
    email: jane.email,
    emailVerified: true,
    displayName: 'Jane',
    photoURL: null,
    isAdmin: false,
  }
  const pages = { db: shop.db, site, currentUser }
  const ids = products.map(({ id }) => id).join(',')
  const [cards, table, comparison] = [
    await renderPage('/purchase', pages),
    await renderPage('/purchase?view=table', pages),
    await renderPage(`/compare?ids=${ids}`, pages),
  ]
  const csv: string = (await admin.call('GET', `/price-lists/effective/csv?company=${company}`)).body
  for (const product of seen) {
    const dollars = (perPrice: number) => formatDollars(cents(Math.round(perPrice * 100)))
    const first = dollars(ownPerPrice(product, product.minQuantity))
    for (const page of [cards, table, comparison]) expect(page).toContain(first)
    const page = await renderPage(productPath(product), pages)
    for (const { minQuantity, perPrice } of product.prices) {
      expect(page).toContain(dollars(perPrice))
      if (minQuantity > product.minQuantity)
        expect(csv).toContain(`${product.sku},${product.name},${minQuantity},${perPrice.toFixed(2)},`)
    }
  }
  return seen
}

test.each(RATES)(
  'screen, order, charge and invoice agree to the cent on every path at %s % tax',
  { timeout: 3_600_000 },
  async (taxPercent) => {
    const priced = await openPriced(taxPercent)
    const { shop } = priced
    let buyer = await priced.addBuyer()
    const rounds = Math.ceil(ORDERS / RATES.length / ORDERS_PER_ROUND)
    let lastInvoice = ''
    for (const drawn of fc.sample(round, { numRuns: rounds, seed: SEED })) {
      await putLists(priced, drawn)
      buyer = await priced.addBuyer()
      const { jane } = buyer
      const seen = await seeOnAllPaths(priced, buyer)
      for (const [nr, quantities] of drawn.quantities.entries()) {
        const lines = seen.map((product, of) => {
          const quantity = quantities[of] ?? 10
          return { productId: product._id, quantity, perPrice: ownPerPrice(product, quantity) }
        })
        // By each call: an order of several lines, and the specification's order of one.
        const isSingle = nr % 4 === 0
        const ordered = isSingle ? lines.slice(0, 1) : lines
        const recipient = { name: 'Jane', address: '1 Anvil Street' }
        const placed = isSingle
          ? await jane.call('POST', '/perchase', { ...recipient, ...ordered[0] })
          : await jane.call('POST', '/orders', { ...recipient, lines: ordered })
        expect(placed).toMatchObject({ status: 200 })
        const placedLines = isSingle ? [placed.body] : placed.body.lines
        expect(placedLines.map((line: { perPrice: number }) => line.perPrice)).toEqual(
          ordered.map(({ perPrice }) => perPrice),
        )
        const net = ordered.reduce(
          (sum, { perPrice, quantity }) => sum + Math.round(perPrice * 100) * quantity,
          0,
        )
        await payFor(
          shop,
          jane,
          placedLines.map(({ _id }: { _id: string }) => _id),
        )
        const { content, number } = await shop.db
          .selectFrom('invoice')
          .select(['content', 'number'])
          .orderBy('position', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        const { amounts, lines: invoiced } = content as unknown as InvoiceContent
        expect(invoiced.map(({ unitPrice }) => unitPrice / 100)).toEqual(
          ordered.map(({ perPrice }) => perPrice),
        )
        expect(amounts.net).toBe(net)
        expect(amounts.total).toBe(amounts.net + amounts.tax)
        if (!isSingle) expect(amounts.total).toBe(Math.round(placed.body.total * 100))
        const { totalCents } = await shop.db
          .selectFrom('payment')
          .select('totalCents')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        expect(totalCents).toBe(amounts.total)
        lastInvoice = number
      }
    }
    const { content } = await shop.db
      .selectFrom('invoice')
      .select('content')
      .where('number', '=', lastInvoice)
      .executeTakeFirstOrThrow()
    const pdf = await shop.app.request(`${shopUrl}/api/documents/invoice/${lastInvoice}`, {
      headers: { Authorization: `Bearer ${buyer.jane.token}`, Origin: shopUrl },
    })
    const text = await textOfPdf(Buffer.from(await pdf.arrayBuffer()))
    const { lines, amounts } = content as unknown as InvoiceContent
    for (const { unitPrice } of lines) expect(text).toContain(formatDollars(unitPrice))
    expect(text).toContain(formatDollars(amounts.total))
  },
)
