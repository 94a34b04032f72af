import { expect, test } from 'vitest'
import { ordersInRows } from './shipping-sheets.server.ts'

test('a product of many orders takes several rows of the pick list, each shorter than a page', () => {
  const lines = Array.from({ length: 45 }, (_, index) => ({ of: `FW-${index}`, count: 1200 }))
  const rows = ordersInRows(lines)
  expect(rows.map((row) => row.match(/FW-/g)?.length)).toEqual([20, 20, 5])
  expect(rows.join(', ').split(', ')).toHaveLength(45)
  expect(ordersInRows(lines.slice(0, 1))).toEqual(['FW-0: 1,200'])
})
