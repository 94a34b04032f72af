import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, test } from 'vitest'
import { plainAcceptEncoding } from './accept-encoding.server.ts'
import { createResponseCache } from './response-cache.server.ts'

const long = 'tool '.repeat(1000)
const app = new Hono()
  .use(plainAcceptEncoding)
  .use(compress())
  .use('/cached/*', createResponseCache({ isVisitor: () => true, queryOf: () => [] }).middleware)
  .get('*', (c) => c.text(long))

test.each([
  ['br;q=0', null],
  ['br;q=0, gzip;q=0.0', null],
  ['br; q=0, gzip', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['*;q=0', null],
  ['br;q=0.001', 'br'],
  ['identity', null],
  ['', null],
])('for %j the shop chooses %j', async (header, encoding) => {
  const headers = { 'Accept-Encoding': header }
  const cached = await app.request('/cached/tools', { headers })
  expect(cached.headers.get('Content-Encoding')).toBe(encoding)
  const fresh = await app.request('/tools', { headers })
  const taken = encoding === 'br' ? 'deflate' : encoding
  expect([taken, 'gzip', null]).toContain(fresh.headers.get('Content-Encoding'))
  if (encoding === null) expect(fresh.headers.get('Content-Encoding')).toBeNull()
})
