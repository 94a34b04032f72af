import { expect, test } from 'vitest'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { notAgainText } from './payment-again.ts'

const refused = (status: number, code: string) =>
  notAgainText(new RestRefusal(status, { code, message: 'The server’s own words.' }), { lines: [] })

test('only for a missing payment the page says that nothing was charged', () => {
  expect(refused(409, 'payment-cancelled')).toContain('Nothing was charged')
  expect(refused(404, 'no-such-order')).toContain('Nothing was charged')
  for (const [status, code] of [
    [409, 'not-payable'],
    [409, 'payment-processing'],
    [409, 'paid-meanwhile'],
    [429, 'too-often'],
    [503, 'unavailable'],
  ] as const) {
    expect(refused(status, code)).toBe('The server’s own words.')
  }
})

test('a request without an answer promises nothing', () => {
  expect(notAgainText(new TypeError('Failed to fetch'), { lines: [] })).toBe('Something went wrong')
})
