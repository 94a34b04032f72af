import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { withProperties } from '#platform/http/route-properties.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { createHttpMiddleware } from './http-middleware.server.ts'

const app = new Hono()
  .get('/media/anvil.webp', (c) => c.body('', 200, { 'Cache-Control': 'public, max-age=60' }))
  .all('*', (c) => c.text('Jane Buyer'))
const { handler } = createHttpMiddleware(app, createMetrics(), 'public')

const cacheControl = async (path: string, headers: HeadersInit) =>
  (await handler.request(path, { headers })).headers.get('Cache-Control')

const session = { Cookie: '__Host-forgewell.session_token=abc.def' }

test('signed-in responses are not stored in shared caches', async () => {
  expect(await cacheControl('/dashboard', session)).toBe('private, no-cache')
  expect(await cacheControl('/_.data', session)).toBe('no-store')
  expect(await cacheControl('/api/users/jane@example.com', session)).toBe('no-store')
  const token = { Authorization: 'Bearer abc' }
  expect(await cacheControl('/api/purchase/jane@example.com', token)).toBe('no-store')
  expect(await cacheControl('/api/products', token)).toBe('no-store')
})

test('a response with its own Cache-Control stays unchanged', async () => {
  expect(await cacheControl('/media/anvil.webp', session)).toBe('public, max-age=60')
})

test('cached pages of visitors are never served to signed-in users, or the reverse', async () => {
  let calls = 0
  const { handler: counting } = createHttpMiddleware(
    new Hono().all('*', withProperties({ cached: [] }), (c) => c.text(`${++calls}`)),
    createMetrics(),
    'public',
  )
  const get = async (headers: HeadersInit) => (await counting.request('/', { headers })).text()
  expect([await get({}), await get(session), await get({}), await get(session)]).toEqual([
    ...['1', '2', '1', '3'],
  ])
})

test('a built file that is left out is neither ready nor served', async () => {
  const icon = '/apple-touch-icon.png'
  let isOwn = false
  const isLeftOut = (path: string) => isOwn && path === icon
  const metrics = createMetrics()
  const { handler, files } = createHttpMiddleware(app, metrics, 'public', undefined, isLeftOut)
  const typeOf = async () => (await handler.request(icon)).headers.get('Content-Type')
  expect([files.find(icon, undefined) !== undefined, await typeOf()]).toEqual([true, 'image/png'])
  isOwn = true
  expect(files.find(icon, undefined)).toBeUndefined()
  expect(await typeOf()).toContain('text/plain')
})
