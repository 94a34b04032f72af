import { expect, test } from 'vitest'
import { type Plan, shortfallsOf } from './coverage.ts'

const OPERATIONS = ['GET /products', 'POST /perchase']

function shortfalls(statuses: [number, number][], called: string[], plan: Partial<Plan> = {}) {
  const calls = statuses.reduce((sum, [, count]) => sum + count, 0)
  return shortfallsOf(
    { calls, statuses: new Map(statuses), operations: new Set(called) },
    { described: OPERATIONS, calls: 100, isShort: false, endedByTime: false, ...plan },
  )
}

test('a run that did all that was planned has no shortfall', () => {
  expect(
    shortfalls(
      [
        [200, 30],
        [204, 4],
        [401, 66],
      ],
      OPERATIONS,
    ),
  ).toEqual([])
})

test('a run whose users are mostly signed out fails', () => {
  const refused: [number, number][] = [
    [200, 20],
    [302, 15],
    [401, 65],
  ]
  expect(shortfalls(refused, OPERATIONS)).toEqual(['only 20 % of 100 answers are 2xx'])
  expect(shortfalls(refused, OPERATIONS, { isShort: true })).toHaveLength(1)
  expect(shortfalls([], [], { isShort: true })).toHaveLength(1)
})

test('an operation that was never called fails, except in the short form', () => {
  const answered: [number, number][] = [[200, 100]]
  expect(shortfalls(answered, ['GET /products'])).toEqual(['never called: POST /perchase'])
  expect(shortfalls(answered, [], { isShort: true })).toEqual([])
})

test('fewer calls than planned fail, unless time was over', () => {
  expect(shortfalls([[200, 99]], OPERATIONS)).toEqual(['only 99 of 100 calls were made'])
  expect(shortfalls([[200, 99]], OPERATIONS, { endedByTime: true })).toEqual([])
})
