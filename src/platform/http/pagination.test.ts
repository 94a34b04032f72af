import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampPage, pageCount, readPageParams } from './pagination.ts'

test.each([
  ['', { page: 0, size: 10 }],
  ['page=2&size=20', { page: 2, size: 20 }],
  ['size=all', { page: 0, size: 'all' }],
  ['page=-1&size=0', { page: 0, size: 1 }],
  ['page=1.9&size=1001', { page: 1, size: 1000 }],
  ['page=first&size=many', { page: 0, size: 10 }],
  ['page=&size=', { page: 0, size: 10 }],
  ['page=Infinity&size=Infinity', { page: Number.MAX_SAFE_INTEGER, size: 1000 }],
])('"?%s" is corrected to valid values', (query, page) => {
  expect(readPageParams(new URLSearchParams(query), 10)).toEqual(page)
})

test('every query results in an existing page', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(5000), (page, size, count) => {
      const requested = readPageParams(new URLSearchParams({ page, size }), 10)
      const clamped = clampPage(requested, count)
      expect(Number.isInteger(clamped.page)).toBe(true)
      expect(clamped.page).toBeGreaterThanOrEqual(0)
      expect(clamped.page).toBeLessThan(pageCount(count, clamped.size))
    }),
  )
})

test.each([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [41, 'all', 1],
] as const)('%i products at %s a page are %i pages', (count, size, pages) => {
  expect(pageCount(count, size)).toBe(pages)
})
