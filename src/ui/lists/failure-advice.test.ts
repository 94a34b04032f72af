import { expect, test } from 'vitest'
import { RestRefusal } from '#platform/http/rest-client.ts'
import { failureAdvice } from './failure-advice.ts'

const refusal = (status: number) => new RestRefusal(status, { code: 'x', message: 'No' })

test('only a call without an answer speaks of the connection', () => {
  expect(failureAdvice(new TypeError('Failed to fetch'))).toContain('connection')
  for (const error of [refusal(503), refusal(500), refusal(429), new Error('x'), null, 'x']) {
    expect(failureAdvice(error)).not.toContain('connection')
  }
})

test('a busy shop, a failing shop and too many requests are told apart', () => {
  expect(failureAdvice(refusal(503))).toContain('busy')
  expect(failureAdvice(refusal(500))).toContain('error')
  expect(failureAdvice(refusal(429))).toContain('too many')
})
