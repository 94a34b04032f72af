import { expect, test } from 'vitest'
import { ordersPerSecond, processorsFor, slowestWaitMs, waitingProbability } from './scale-model.ts'

test('the queueing formulas agree with textbook values', () => {
  // One server: a request waits when it is busy.
  expect(waitingProbability(1, 0.7)).toBeCloseTo(0.7)
  expect(waitingProbability(2, 1)).toBeCloseTo(1 / 3)
  expect(waitingProbability(10, 8)).toBeCloseTo(0.4092, 3)
  expect(slowestWaitMs(1, 700, 1)).toBeCloseTo(Math.log(70) / 0.3)
  expect(slowestWaitMs(1, 1000, 1)).toBe(Number.POSITIVE_INFINITY)
  expect(slowestWaitMs(64, 100, 1)).toBe(0)
})

test('a primary carries in proportion to its processors; a better cache needs fewer replicas', () => {
  expect(ordersPerSecond(32)).toBeGreaterThanOrEqual(16 * ordersPerSecond(2))
  const size = { orders: 1000, reads: 10_000, pages: 1_000 }
  const [poor, good] = [0.5, 0.99].map((cachedShare) => processorsFor({ ...size, cachedShare }))
  expect(good?.replicas).toBeLessThan(poor?.replicas ?? 0)
  expect(good?.primary).toBe(poor?.primary)
})
