import { describe, expect, test } from 'vitest'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { failureAdvice } from './failure-advice.ts'

const refusal = (status: number) => new RestRefusal(status, { code: 'any', message: 'Any' })

describe('why something failed to load', () => {
  test.each([
    [refusal(503), /temporarily unavailable/],
    [refusal(429), /Too many requests/],
    [refusal(500), /error \(500\)/],
    [new Response(null, { status: 502 }), /error \(502\)/],
    [new TypeError('Failed to fetch'), /Check your connection/],
    [new TypeError('NetworkError when attempting to fetch resource.'), /Check your connection/],
    [new TypeError('Load failed'), /Check your connection/],
    [new TypeError('Cannot read properties of undefined'), /^Please try again\.$/],
    [undefined, /^Please try again\.$/],
  ])('%s', (error, text) => {
    expect(failureAdvice(error)).toMatch(text)
  })

  test('only an unreachable shop is blamed on the connection', () => {
    for (const error of [refusal(503), refusal(500), refusal(429), new Error('any'), null]) {
      expect(failureAdvice(error)).not.toContain('connection')
    }
  })
})
