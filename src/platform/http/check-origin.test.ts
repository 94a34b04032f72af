import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { checkOrigin } from './check-origin.server.ts'

const app = new Hono()
  .use(checkOrigin('https://shop.test', ['http://127.0.0.1:3000']))
  .all('*', (c) => c.text('handled'))

test.each([
  ['POST', undefined, 200],
  ['POST', 'https://shop.test', 200],
  ['POST', 'http://127.0.0.1:3000', 200],
  ['PUT', 'http://other.host', 200],
  ['POST', 'https://evil.example', 403],
  ['DELETE', 'https://shop.test.evil.example', 403],
  ['PATCH', 'null', 403],
  ['POST', 'nonsense', 403],
  ['GET', 'https://evil.example', 200],
])('%s from %s is answered with %i', async (method, origin, status) => {
  const headers = origin === undefined ? undefined : { Origin: origin }
  for (const path of ['/contact', '/api/contact']) {
    expect((await app.request(`http://other.host${path}`, { method, headers })).status).toBe(status)
  }
})

test('a page of the shop without a referrer may send its forms', async () => {
  const headers = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }
  expect((await app.request('/contact', { method: 'POST', headers })).status).toBe(200)
})
