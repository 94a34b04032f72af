import { expect, test } from 'vitest'
import { daysOf, monthOf, monthText, recentMonths } from './months.ts'

test('the months go back a year from the newest order', () => {
  const months = recentMonths('2026-02-15T12:00:00Z')
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(months.at(-1)).toBe('2025-03')
})

test('a month has its days', () => {
  expect(daysOf('2026-11')).toEqual({ since: '2026-11-01', until: '2026-11-30' })
  expect(daysOf('2028-02')).toEqual({ since: '2028-02-01', until: '2028-02-29' })
  expect(daysOf('2026-12').until).toBe('2026-12-31')
})

test('a month is named in words', () => {
  expect(monthOf('2026-11-15T12:00:00Z')).toBe('2026-11')
  expect(monthText('2026-11')).toBe('November 2026')
})
