import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { checkHost } from '#platform/http/check-host.server.ts'
import { limitRequests } from '#platform/http/limits/request-limit.server.ts'
import { listen } from '#platform/http/listen/listen.server.ts'
import { withProperties } from '#platform/http/route-properties.server.ts'
import { isAnonymous } from '#platform/http/visitor.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { createHttpMiddleware } from '#server/http-middleware.server.ts'
import { createDirectResponses, createSharedRendering } from './direct-responses.server.ts'

const long = 'tool '.repeat(1000)

/** A server whose app counts its requests. */
async function openServer() {
  const reached: string[] = []
  const slow = Promise.withResolvers<void>()
  const app = new Hono().get('*', withProperties({ cached: ['page', 'size'] }), async (c) => {
    reached.push(`${c.req.method} ${c.req.path}`)
    if (c.req.path === '/slow') await slow.promise
    return c.html(long, 200, { 'X-Frame-Options': 'DENY' })
  })
  const metrics = createMetrics()
  const { handler, files, cache } = createHttpMiddleware(app, metrics, 'public', () => [['X-File', 'yes']])
  const server = await listen('127.0.0.1', 0)
  onTestFinished(server.close)
  const rules = { isOurHost: (host: string) => host === 'shop.test', isAnonymous }
  const direct = createDirectResponses({
    ...rules,
    findFile: files.find,
    findCached: cache.find,
    countRequest: metrics.countRequest,
  })
  const whole = new Hono().use(checkHost('http://shop.test')).route('/', handler)
  const admit = limitRequests({
    most: 3,
    perNetwork: 3,
    waiting: 0,
    waitMs: 1_000,
    ipAddressOf: () => null,
    refuse: (_, response) => response.writeHead(503).end(),
  })
  const shared = createSharedRendering({ ...rules, findPending: cache.findPending })
  server.serve(whole.fetch, direct, admit, shared)
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(server.port, method, path, { host: 'shop.test', ...headers })
  return { ask, reached, cache, metrics, slow }
}

type Sent = { status: number; headers: Record<string, unknown>; body: Buffer }

function send(port: number, method: string, path: string, headers: Record<string, string>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { date: _, ...rest } = answer.headers
      resolve({ status: answer.statusCode ?? 0, headers: rest, body })
    })
    sent.on('error', reject).end()
  })
}

test('a cached response is the same directly and through routing', async () => {
  const { ask, reached } = await openServer()
  for (const accepted of ['br', 'gzip;q=0, *', '']) {
    const first = await ask('/tools', { 'accept-encoding': accepted })
    expect(await ask('/tools', { 'accept-encoding': accepted })).toEqual(first)
    expect(first.headers['x-frame-options']).toBe('DENY')
  }
  expect(reached).toEqual(['GET /tools'])
  const compressed = await ask('/tools', { 'accept-encoding': 'br' })
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding, Cookie, Authorization',
    'cache-control': 'no-cache',
  })
  expect(brotliDecompressSync(compressed.body).toString()).toBe(long)
})

test('HEAD has the headers of GET and no body', async () => {
  const { ask, reached } = await openServer()
  const { headers } = await ask('/tools')
  expect(await ask('/tools', {}, 'HEAD')).toEqual({ status: 200, headers, body: Buffer.of() })
  expect(reached).toEqual(['GET /tools'])
  expect(await ask('/others', {}, 'HEAD')).toMatchObject({ status: 200, body: Buffer.of() })
})

test('a conditional request is handled by its ETag', async () => {
  const { ask } = await openServer()
  const { etag } = (await ask('/tools')).headers
  for (const names of [`${etag}`, `"other", W/${etag}`, '*']) {
    const answer = await ask('/tools', { 'if-none-match': names })
    expect(answer).toMatchObject({ status: 304, headers: { etag }, body: Buffer.of() })
  }
  expect((await ask('/tools', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('signed-in and writing requests reach the app, and other hosts are rejected', async () => {
  const { ask, reached } = await openServer()
  await ask('/tools')
  await ask('/tools', { authorization: 'Bearer abc' })
  await ask('/tools', { cookie: 'a=b; __Host-forgewell.session_token=abc' })
  expect((await ask('/tools', {}, 'POST')).status).toBe(404)
  expect((await ask('/tools', { host: 'evil.test' })).status).toBe(421)
  expect(reached).toEqual(Array(3).fill('GET /tools'))
  await ask('/tools', { cookie: 'theme=dark' })
  expect(reached).toHaveLength(3)
})

test('files are the same from memory and disk, and ranges come from the disk', async () => {
  const { ask, reached } = await openServer()
  const whole = await ask('/apple-touch-icon.png')
  expect(whole.headers).toMatchObject({ 'content-type': 'image/png', 'x-file': 'yes' })
  // This host is not handled directly.
  const fromDisk = await ask('/apple-touch-icon.png', { host: '127.0.0.1' })
  expect(fromDisk.body.equals(whole.body)).toBe(true)
  const { 'transfer-encoding': _, ...diskHeaders } = fromDisk.headers
  expect(diskHeaders).toEqual(whole.headers)
  const part = await ask('/apple-touch-icon.png', { range: 'bytes=0-9' })
  expect(part).toMatchObject({ status: 206, body: whole.body.subarray(0, 10) })
  const { headers } = whole
  const head = await ask('/apple-touch-icon.png?v=1', {}, 'HEAD')
  expect(head).toEqual({ status: 200, headers, body: Buffer.of() })
  expect(reached).toEqual([])
})

test('direct responses are counted in the metrics', async () => {
  const { ask, metrics } = await openServer()
  for (const _ of [1, 2, 3]) await ask('/tools')
  expect(await metrics.registry.metrics()).toContain(
    'http_request_duration_seconds_count{method="GET",route="page",status="200"} 3',
  )
})

test('visitors of a page that is being rendered wait for it, and count as one request', async () => {
  const { ask, reached, slow } = await openServer()
  const pages = ['/slow', '/slow?page=1', '/slow?page=2'].map((path) => ask(path))
  await expect.poll(() => reached).toHaveLength(3)
  const others = Array.from({ length: 20 }, () => ask('/slow', { 'accept-encoding': 'br' }))
  expect((await ask('/tools')).status).toBe(503)
  slow.resolve()
  const statuses = (await Promise.all([...pages, ...others])).map(({ status }) => status)
  expect(statuses).toEqual(Array(23).fill(200))
  expect(reached).toHaveLength(3)
})
