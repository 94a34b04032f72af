import type { Rows } from './report.ts'

/** The bound of a column, in the rows of a table whose names match. */
type Aim = { table: string; rows?: RegExp; column: string } & (
  | { atMost: number; atLeast?: never }
  | { atLeast: number; atMost?: never }
)

const cached = 'Cached responses, compared with a bare server'
const uncached = 'Uncached responses'
const crowd = 'Responses to 128 connections'
const orders = 'Orders over HTTP'
const lists = 'Order lists'
const growth = 'Reads of 1,000 and of 1,000,000 products and orders'
const slowBrowser = 'The browser at 4 times slower processor time, 10000 products'
const browser = 'The browser at full speed, 10000 products'
const search = 'Search by catalogue size, ms (Infinity: asks to narrow the search)'
const packing = 'The packing queue among 100,000 orders'
const imports = 'A file of 100,000 products'
const linePrices = 'Prices of 100 lines'
const ownOrders = 'Orders at own prices'
const starts = 'Starts and memory'
const pages = 'Pages, by Lighthouse on a simulated phone'

/** A plain read, which should take as long in a large shop as in a small one. */
const PLAIN_READS = /^(a product$|count|products,|admin, by (name|price)|an order$|my orders$|all orders, in)/

/** The performance targets of this shop; reports compare with them, and no test depends on them. */
export const aims: Aim[] = [
  { table: cached, column: 'shop / bare', atLeast: 0.75 },
  { table: cached, column: 'shop p99 ms', atMost: 5 },
  ...[cached, uncached, crowd].map((table) => ({ table, column: 'failures', atMost: 0 })),
  { table: crowd, column: 'uncached p99 ms', atMost: 1_500 },
  { table: uncached, rows: /^All Products/, column: 'shop / s', atLeast: 600 },
  { table: uncached, rows: /^one product/, column: 'shop / s', atLeast: 6_000 },
  { table: uncached, rows: /^a list/, column: 'shop / s', atLeast: 4_000 },
  { table: orders, rows: /, spread/, column: '/ s', atLeast: 800 },
  { table: orders, rows: /, one/, column: '/ s', atLeast: 1_000 },
  { table: orders, rows: /, (spread|one)/, column: 'p99 ms', atMost: 50 },
  { table: lists, rows: /^place 100/, column: 'median, ms', atMost: 300 },
  { table: lists, rows: /^change/, column: 'median, ms', atMost: 50 },
  { table: growth, rows: PLAIN_READS, column: 'ratio', atMost: 1.2 },
  {
    table: growth,
    rows: /search|suggest|overview|sales/,
    column: 'p99 ms with 1,000,000',
    atMost: 50,
  },
  { table: search, rows: /^(?!200 pasted)/, column: '100,000 p99', atMost: 50 },
  { table: search, rows: /^(?!200 pasted)/, column: '1,000,000 p99', atMost: 50 },
  { table: search, rows: /^200 pasted/, column: '100,000 p99', atMost: 300 },
  { table: slowBrowser, column: 'complete after ms', atMost: 3_000 },
  { table: slowBrowser, column: 'frames per second while scrolling', atLeast: 50 },
  { table: slowBrowser, rows: /^all products/, column: 'elements in the page', atMost: 2_000 },
  { table: slowBrowser, rows: /^next page/, column: 'painted after ms', atMost: 150 },
  { table: slowBrowser, column: 'INP ms', atMost: 100 },
  { table: browser, column: 'painted after ms', atMost: 150 },
  { table: packing, column: 'list, ms', atMost: 100 },
  { table: packing, rows: /next order|pack$|ship$/, column: 'list, ms', atMost: 50 },
  { table: linePrices, column: 'ms', atMost: 15 },
  { table: ownOrders, rows: /without/, column: 'of none', atLeast: 0.9 },
  { table: ownOrders, rows: /with /, column: 'of none', atLeast: 0.75 },
  { table: imports, rows: /^read/, column: 'seconds', atMost: 60 },
  { table: imports, rows: /^read/, column: 'MB added', atMost: 400 },
  { table: imports, column: 'slowest ms', atMost: 100 },
  { table: imports, rows: /^apply/, column: 'seconds', atMost: 300 },
  { table: imports, column: 'p99 ms', atMost: 150 },
  { table: 'The pack station in a browser', column: 'slowest key, ms', atMost: 50 },
  { table: starts, rows: /first/, column: 'seconds', atMost: 2.5 },
  { table: starts, rows: /later/, column: 'seconds', atMost: 1 },
  { table: starts, column: 'idle MB, shop and database', atMost: 250 },
  { table: starts, column: 'MB under load, shop and database', atMost: 450 },
  { table: pages, rows: /^\/(tools\/[^c]|$)/, column: 'performance', atLeast: 100 },
]

/** Compares measurements with the targets: one row for each figure with a target. */
export function compareWithAims(tables: { title: string; rows: Rows }[]): Rows {
  const rows: Rows = {}
  for (const { table: title, rows: named = /./, column, ...limit } of aims) {
    const measured = tables.find((table) => table.title === title)?.rows ?? {}
    for (const [name, cells] of Object.entries(measured)) {
      const figure = cells[column]
      if (!named.test(name) || figure === undefined || figure === '') continue
      const isMet =
        limit.atMost === undefined ? Number(figure) >= limit.atLeast : Number(figure) <= limit.atMost
      rows[`${title.split(', ')[0]}: ${name}, ${column}`] = {
        aim: limit.atMost === undefined ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`,
        measured: figure,
        met: isMet ? 'yes' : 'no',
      }
    }
  }
  return rows
}
