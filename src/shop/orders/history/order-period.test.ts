import { expect, test } from 'vitest'
import { periodsOn, periodText } from './order-period.ts'

const now = new Date('2026-01-03T12:00')

test('the periods to choose from end with the current year', () => {
  expect(periodsOn(now)).toEqual([
    { name: 'Any date', period: {} },
    { name: 'Today', period: { since: '2026-01-03', until: '2026-01-03' } },
    { name: 'Last 7 days', period: { since: '2025-12-28', until: '2026-01-03' } },
    { name: 'Last 30 days', period: { since: '2025-12-05', until: '2026-01-03' } },
    { name: 'January 2026', period: { since: '2026-01-01', until: '2026-01-31' } },
    { name: 'December 2025', period: { since: '2025-12-01', until: '2025-12-31' } },
    { name: 'This year, 2026', period: { since: '2026-01-01', until: '2026-12-31' } },
  ])
})

test('a period is named, or shown by its days', () => {
  expect(periodText({}, now)).toBe('Any date')
  expect(periodText({ since: '2025-12-01', until: '2025-12-31' }, now)).toBe('December 2025')
  expect(periodText({ since: '2025-12-05' }, now)).toBe('Since Dec 5, 2025')
  expect(periodText({ until: '2025-12-05' }, now)).toBe('Until Dec 5, 2025')
  const days = { since: '2025-12-05', until: '2025-12-06' }
  expect(periodText(days, now)).toBe('Dec 5, 2025 – Dec 6, 2025')
})
