import { expect, test } from 'vitest'
import { isComplete, isTool, piecesIn, readScan, restOf, type Scan } from './packing.ts'

const line = (sku: string, open: number, gtin?: string) => ({
  _id: `line of ${sku}`,
  sku,
  productName: 'Wrench',
  codes: gtin ? [sku, gtin] : [sku],
  open,
})
const lines = [line('FW-1', 3, '036000291452'), line('FW-2', 20)]
const rules = { lines, scans: [] as Scan[], marked: null, wholeLines: false }

test.each([
  ['FW-1', 'line of FW-1', 1],
  [' fw-1\n', 'line of FW-1', 1],
  ['036000291452', 'line of FW-1', 1],
  ['0036000291452', 'line of FW-1', 1],
  ['12*FW-2', 'line of FW-2', 12],
  ['12 * fw-2', 'line of FW-2', 12],
])('%s is a scan of %s, %i pieces', (text, lineId, pieces) => {
  expect(readScan(text, rules)).toEqual({ lineId, pieces })
})

test('a quantity without a product applies to the marked line', () => {
  expect(readScan('5*', { ...rules, marked: 'line of FW-2' })).toEqual({
    lineId: 'line of FW-2',
    pieces: 5,
  })
  expect(readScan('5*', rules)).toEqual({ refused: 'Choose a line first.' })
})

test.each([
  ['FW-9', 'FW-9 is not in this order.'],
  ['4*FW-1', 'Only 3 of FW-1 Wrench are left.'],
  ['0*FW-1', 'Type at least one piece.'],
])('%s is refused: %s', (text, refused) => {
  expect(readScan(text, rules)).toEqual({ refused })
})

test('a refusal about a single piece uses the singular', () => {
  expect(readScan('2*FW-1', { ...rules, lines: [line('FW-1', 1)] })).toEqual({
    refused: 'Only 1 of FW-1 Wrench is left.',
  })
})

test('a surplus tool is refused, and the last one completes the order', () => {
  const scans = [
    { lineId: 'line of FW-1', pieces: 1 },
    { lineId: 'line of FW-1', pieces: 2 },
  ]
  expect(piecesIn(scans, 'line of FW-1')).toBe(3)
  expect(readScan('FW-1', { ...rules, scans })).toEqual({
    refused: 'All 3 of FW-1 Wrench are packed already.',
  })
  expect(readScan('FW-1', { ...rules, scans, wholeLines: true })).toHaveProperty('refused')
  expect(isComplete(lines, scans)).toBe(false)
  const rest = restOf({ ...rules, scans }, 'line of FW-2')
  expect(rest).toEqual({ lineId: 'line of FW-2', pieces: 20 })
  expect(isComplete(lines, [...scans, { lineId: 'line of FW-2', pieces: 20 }])).toBe(true)
  expect(restOf({ ...rules, scans }, 'line of FW-1')).toBeNull()
})

test('a scan can pack the rest of its line', () => {
  const scans = [{ lineId: 'line of FW-2', pieces: 4 }]
  expect(readScan('FW-2', { ...rules, scans, wholeLines: true })).toEqual({
    lineId: 'line of FW-2',
    pieces: 16,
  })
})

test('a product on two lines fills the first line, then the second', () => {
  const twice = [line('FW-1', 1), { ...line('FW-1', 2), _id: 'second' }]
  const scans = [{ lineId: 'line of FW-1', pieces: 1 }]
  expect(readScan('FW-1', { ...rules, lines: twice, scans })).toEqual({
    lineId: 'second',
    pieces: 1,
  })
})

test('a product code is distinguished from a tracking number', () => {
  expect(isTool('036000291452', lines)).toBe(true)
  expect(isTool('3*FW-2', lines)).toBe(true)
  expect(isTool('1Z 999 AA1', lines)).toBe(false)
})
