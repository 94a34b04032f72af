import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { createRateLimits, type RateLimit } from './rate-limits.server.ts'

const threeAMinute: RateLimit = { name: 'request of', most: 3, seconds: 60 }

async function openLimits() {
  const { db } = await createTestDatabase()
  const clock = { now: new Date('2026-01-01T12:00:00Z') }
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  return { db, limits: createRateLimits(db, () => clock.now), later }
}

test('the limit holds in any window, and returns the seconds to wait', async () => {
  const { limits, later } = await openLimits()
  const request = () => limits.count(threeAMinute, 'jane')
  expect(await limits.wait(threeAMinute, 'jane')).toBeNull()
  expect(await request()).toBeNull()
  later(30)
  expect(await request()).toBeNull()
  later(20)
  expect(await request()).toBeNull()
  expect(await limits.wait(threeAMinute, 'jane')).toBe(10)
  expect(await request()).toBe(10)
  later(10)
  // The first is a minute old: one more fits in, and the next after that of half a minute later.
  expect(await limits.wait(threeAMinute, 'jane')).toBeNull()
  expect(await request()).toBeNull()
  expect(await request()).toBe(30)
})

test('rejected events do not extend the wait', async () => {
  const { limits, later } = await openLimits()
  for (let count = 0; count < 50; count++) await limits.count(threeAMinute, 'jane')
  later(60)
  expect(await limits.count(threeAMinute, 'jane')).toBeNull()
})

test('after the clock was set back, events with later times do not lock users out', async () => {
  const { limits, later } = await openLimits()
  later(3600)
  for (let count = 0; count < 3; count++) await limits.count(threeAMinute, 'jane')
  later(-3600)
  expect(await limits.wait(threeAMinute, 'jane')).toBeNull()
  for (let count = 0; count < 3; count++) {
    expect(await limits.count(threeAMinute, 'jane')).toBeNull()
  }
  expect(await limits.count(threeAMinute, 'jane')).toBe(60)
})

test('keys and limits are independent', async () => {
  const { limits } = await openLimits()
  for (let count = 0; count < 4; count++) await limits.count(threeAMinute, 'jane')
  expect(await limits.count(threeAMinute, 'joe')).toBeNull()
  expect(await limits.count({ ...threeAMinute, name: 'ring of' }, 'jane')).toBeNull()
})

test('concurrent events from several processes do not exceed the limit', async () => {
  const { db, limits } = await openLimits()
  const other = createRateLimits(db, () => new Date('2026-01-01T12:00:00Z'))
  const crowd = Array.from({ length: 40 }, (_, index) =>
    (index % 2 === 0 ? limits : other).count(threeAMinute, 'jane'),
  )
  const waits = await Promise.all(crowd)
  expect(waits.filter((wait) => wait === null)).toHaveLength(3)
  expect(new Set(waits.filter((wait) => wait !== null))).toEqual(new Set([60]))
})

test('expired rows are deleted', async () => {
  const { db, limits, later } = await openLimits()
  for (const key of ['jane', 'joe', 'owen']) await limits.count(threeAMinute, key)
  later(61)
  await limits.count(threeAMinute, 'olga')
  const keys = await db.selectFrom('rateLimit').select('key').execute()
  expect(keys).toEqual([{ key: 'request of olga' }])
})

test('requests are counted by network, and those without an IP address are allowed', async () => {
  const { limits } = await openLimits()
  const one: RateLimit = { name: 'visit from', most: 1, seconds: 60 }
  await limits.countRequest(one, '2001:db8::1')
  await expect(limits.countRequest(one, '2001:db8::2')).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': '60' },
  })
  await limits.countRequest(one, '2001:db8:0:1::1')
  for (let count = 0; count < 3; count++) await limits.countRequest(one, null)
})
