import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Who reads the column `unit_price_cents`, of products or of lines, and why. No other code decides a price. */
const readers = {
  'src/shop/prices/': 'decides what a price is',
  'src/shop/catalogue/': 'stores the base price, and sorts by it',
  'src/shop/search/': 'sorts and filters by it',
  'src/shop/product-admin/': 'changes it',
  'src/shop/imports/': 'changes it',
  'src/shop/orders/': 'keeps the price of a line, and sums what lines hold',
  'src/shop/order-desk/': 'sums what lines hold',
  'src/shop/payments/': 'charges what lines cost',
  'src/shop/refunds/': 'refunds what lines cost',
  'src/shop/returns/': 'sums what came back',
  'src/shop/documents/': 'prints what lines cost',
}

/** Who shows the base price of a product instead of the viewer's own, and why. */
const showsBase = {
  'src/shop/prices/shown/own-price.tsx': 'strikes it through',
  'src/shop/product-admin/list/product-drafts.ts': 'edits it',
}

const files = execFileSync('git', ['ls-files', 'src/shop'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
const containing = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, 'utf8')))

test('only those who may read the stored prices do', () => {
  const allowed = Object.keys(readers)
  const others = containing(/unit_price_cents|unitPriceCents/).filter(
    (file) => !allowed.some((folder) => file.startsWith(folder)),
  )
  expect(others).toEqual([])
})

test('pages show the viewer’s own prices, not the base price', () => {
  expect(containing(/product\??\.perPrice/).toSorted()).toEqual(Object.keys(showsBase).toSorted())
})

test('the price of an ordered product comes from the one function', () => {
  expect(containing(/priceLadder\(/)).toEqual([
    // Shows what a list would make of a price before it is saved.
    'src/shop/prices/admin/draft-prices.ts',
    'src/shop/prices/price-ladder.ts',
    'src/shop/prices/prices-for.server.ts',
  ])
})
