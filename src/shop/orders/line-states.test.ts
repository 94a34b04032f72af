import { expect, test } from 'vitest'
import { type LineAction, lineCan, lineStateNames, lineStates } from './order.ts'

test.each([
  // status, pay, cancel, settle, complete
  ['unpaid', true, true, true, false],
  ['cancelling', false, true, true, true],
  ['paid', false, false, false, false],
  ['cancelled', false, false, false, false],
] as const)('the actions of a(n) %s order', (status, pay, cancel, settle, complete) => {
  const allowed = Object.entries(lineCan).map(([action, can]) => [action, can({ status })])
  expect(Object.fromEntries(allowed)).toEqual({ pay, cancel, settle, complete })
})

test('every action leads to a known status, and nothing leads away from paid and cancelled', () => {
  const nextOf = (status: (typeof lineStateNames)[number]) =>
    Object.entries(lineStates[status]) as [LineAction, string][]
  for (const status of lineStateNames) {
    for (const [, next] of nextOf(status)) expect(lineStateNames).toContain(next)
  }
  expect([nextOf('paid'), nextOf('cancelled')]).toEqual([[], []])
})
