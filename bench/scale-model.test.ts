import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measured, ordersPerSecond, processorsFor, slowestWaitMs, waitingProbability } from './scale-model.ts'

test('the queueing formulas agree with textbook values', () => {
  // One server: a request waits when it is busy.
  expect(waitingProbability(1, 0.7)).toBeCloseTo(0.7)
  expect(waitingProbability(2, 1)).toBeCloseTo(1 / 3)
  expect(waitingProbability(10, 8)).toBeCloseTo(0.4092, 3)
  expect(slowestWaitMs(1, 700, 1)).toBeCloseTo(Math.log(70) / 0.3)
  expect(slowestWaitMs(1, 1000, 1)).toBe(Number.POSITIVE_INFINITY)
  expect(slowestWaitMs(64, 100, 1)).toBe(0)
})

test('a primary carries in proportion to its processors; a better cache spares it', () => {
  expect(ordersPerSecond(32)).toBeGreaterThanOrEqual(16 * ordersPerSecond(2))
  const size = { orders: 1000, reads: 10_000, pages: 1_000 }
  const [poor, good] = [0.5, 0.99].map((cachedShare) => processorsFor({ ...size, cachedShare }))
  expect(good?.primary).toBeLessThan(poor?.primary ?? 0)
})

test('docs/operations/server.md shows the model’s results for the current measurements', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operations/server.md'), 'utf8')
  const { orderInShop, orderInDatabase, readInShop, readInDatabase } = measured
  expect(page.replaceAll('\n', ' ')).toContain(
    `shop ${orderInShop}, database ${orderInDatabase}; uncached lists and products: shop ${readInShop}, database ${readInDatabase}; an uncached page: ${measured.pageInShop} and ${measured.pageInDatabase}; a cached response ${measured.cached})`,
  )
  const rows = page
    .split('\n')
    .filter((line) => /^\| [\d,]+ \|/.test(line))
    .map((line) => line.split('|').slice(1, -1))
  expect(rows.length).toBeGreaterThan(4)
  for (const cells of rows) {
    const [orders = 0, reads = 0, pages = 0, percent = 0] = cells.map((cell) =>
      Number(cell.replaceAll(/[,% ]/g, '')),
    )
    const need = processorsFor({ orders, reads, pages, cachedShare: percent / 100 })
    const shown = need.waitMs < 0.5 ? '< 1 ms' : `${Math.round(need.waitMs)} ms`
    expect(cells.slice(4).map((cell) => cell.trim())).toEqual([
      ...[need.shop, need.primary].map(String),
      shown,
    ])
  }
})
