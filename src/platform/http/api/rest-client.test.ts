import { expect, test } from 'vitest'
import { isDecided, RestRefusal } from './rest-client.ts'

const answer = (status: number) => new RestRefusal(status, { code: 'x', message: 'x' })

test.each([401, 404, 409, 422])('a refusal with %d decides the order', (status) => {
  expect(isDecided(answer(status))).toBe(true)
})

test.each([
  ['a shop that lost its database at the commit', answer(503)],
  ['an error of the shop', answer(500)],
  ['a proxy that heard nothing', answer(504)],
  ['a lost connection', new TypeError('Failed to fetch')],
])('%s leaves open whether it ordered: the next try is the same order', (_, error) => {
  expect(isDecided(error)).toBe(false)
})
