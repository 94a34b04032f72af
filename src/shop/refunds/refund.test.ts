import { expect, test } from 'vitest'
import { shownState } from './order-refunds.server.ts'
import { mayRepeat, type RefundStatus, refundStates, statusAfter } from './refund.server.ts'

const statuses = Object.keys(refundStates) as RefundStatus[]

test('every action leads to a status of the table, and none goes on by itself from a failure', () => {
  for (const follows of Object.values(refundStates)) {
    for (const status of Object.values(follows)) expect(statuses).toContain(status)
  }
  // The provider's failure is final; only a person wants the refund again.
  expect(statusAfter({ status: 'failed' }, 'fail')).toBeUndefined()
  const wantedBy = statuses.flatMap((status) =>
    Object.entries(refundStates[status]).filter(([, next]) => next === 'wanted'),
  )
  expect(wantedBy).toEqual([['repeat', 'wanted']])
})

test('only a failed refund that is owed may be repeated, and admins see whether it is', () => {
  const seen = statuses.flatMap((status) =>
    [true, false].map((isOwed) => {
      const refund = { status, isOwed, isExcess: false }
      return [status, isOwed, mayRepeat(refund), shownState(refund)]
    }),
  )
  expect(seen).toContainEqual(['failed', true, true, 'failed'])
  expect(seen).toContainEqual(['failed', false, false, 'dropped'])
  expect(seen.filter(([, , may]) => may)).toHaveLength(1)
  const excess = { status: 'failed', isOwed: false, isExcess: true }
  expect([mayRepeat(excess), shownState(excess)]).toEqual([false, 'failed'])
})
