import { expect, test } from 'vitest'
import { monthOf, monthText, recentMonths } from './months.ts'

test('the months go back a year from the newest order', () => {
  const months = recentMonths('2026-02-15T12:00:00Z')
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(months.at(-1)).toBe('2025-03')
})

test('a month is named in words', () => {
  expect(monthOf('2026-11-15T12:00:00Z')).toBe('2026-11')
  expect(monthText('2026-11')).toBe('November 2026')
})
