import { expect, test } from 'vitest'
import { addLocalDays, isTimeZone } from './local-days.ts'

test.each([
  ['America/New_York', '2026-11-26T05:00:00Z', -30, '2026-10-27T04:00:00Z'],
  ['America/New_York', '2026-03-09T04:00:00Z', -1, '2026-03-08T05:00:00Z'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', -1, '2026-10-24T22:00:00Z'],
  ['Asia/Kolkata', '2026-11-25T18:30:00Z', -7, '2026-11-18T18:30:00Z'],
  ['UTC', '2026-11-26T00:00:00Z', 1, '2026-11-27T00:00:00Z'],
])('in %s, %s and %i days keep the time of day', (zone, from, days, expected) => {
  expect(addLocalDays(new Date(from), days, zone)).toEqual(new Date(expected))
})

test('a zone is one that the runtime knows', () => {
  expect(['Europe/London', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false])
})
