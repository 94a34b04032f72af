import { expect, test } from 'vitest'
import { withQuery } from './query.ts'

test.each([
  [{}, '/list'],
  [{ search: undefined }, '/list'],
  [{ search: '', page: 0 }, '/list?search=&page=0'],
  [{ search: 'a&b = c', before: undefined, size: 'all' }, '/list?search=a%26b+%3D+c&size=all'],
  [
    { from: '/dashboard/orders?state=paid', code: true as const },
    '/list?from=%2Fdashboard%2Forders%3Fstate%3Dpaid&code',
  ],
])('the query %j makes %s', (query, url) => {
  expect(withQuery('/list', query)).toBe(url)
})
