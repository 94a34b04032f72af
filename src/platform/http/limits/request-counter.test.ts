import { expect, test } from 'vitest'
import { createRequestCounter } from './request-counter.server.ts'

test('a key has its requests per span, and others have their own', () => {
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const count = createRequestCounter(60, () => clock.now)
  expect([1, 2, 3].map(() => count('jane', 2))).toEqual([null, null, 60])
  expect(count('bill', 2)).toBeNull()
  clock.now = new Date('2026-01-01T00:00:59.500Z')
  expect(count('jane', 2)).toBe(1)
  clock.now = new Date('2026-01-01T00:01:00Z')
  expect(count('jane', 2)).toBeNull()
})

test('invented keys displace the oldest, so that memory stays bounded', () => {
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const count = createRequestCounter(60, () => clock.now)
  expect([1, 2].map(() => count('first', 1))).toEqual([null, 60])
  for (let key = 0; key < 20_000; key++) count(String(key), 1)
  expect(count('first', 1)).toBeNull()
  expect(count('19999', 1)).toBe(60)
})
