import { expect, test } from 'vitest'
import { type OrderAction, orderCan, orderStateNames, orderStates } from './order.ts'

test.each([
  // status, pay, cancel, settle, complete
  ['unpaid', true, true, true, false],
  ['cancelling', false, true, true, true],
  ['paid', false, false, false, false],
  ['cancelled', false, false, false, false],
] as const)('what a(n) %s order allows', (status, pay, cancel, settle, complete) => {
  const allowed = Object.entries(orderCan).map(([action, can]) => [action, can({ status })])
  expect(Object.fromEntries(allowed)).toEqual({ pay, cancel, settle, complete })
})

test('every action leads to a known status, and nothing leads away from paid and cancelled', () => {
  const nextOf = (status: (typeof orderStateNames)[number]) =>
    Object.entries(orderStates[status]) as [OrderAction, string][]
  for (const status of orderStateNames) {
    for (const [, next] of nextOf(status)) expect(orderStateNames).toContain(next)
  }
  expect([nextOf('paid'), nextOf('cancelled')]).toEqual([[], []])
})
