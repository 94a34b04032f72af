import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createResponseCache } from './response-cache.server.ts'

const queryOf = (path: string) => (path === '/private' ? undefined : ['page', 'size'])
const long = 'tool '.repeat(1000)

/** An app that counts its requests, behind the response cache and compression. */
function countingApp(answer = () => new Response(long, { headers: { 'Content-Type': 'text/html' } })) {
  const calls = { times: 0 }
  const cache = createResponseCache({
    isVisitor: (request) => !request.headers.has('Authorization'),
    queryOf,
  })
  const app = new Hono()
    .use(compress())
    .use(cache.middleware)
    .get('*', async () => {
      calls.times += 1
      await Promise.resolve()
      return answer()
    })
  return { app, calls, cache }
}

test('concurrent visitors share one rendering', async () => {
  const { app, calls } = countingApp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.request('/tools')))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(20).fill(long))
  expect(calls.times).toBe(1)
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('an answer is compressed once, as %s', async (encoding, decompress) => {
  const { app } = countingApp()
  for (const time of ['first', 'cached']) {
    const answer = await app.request('/tools', { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers.get('Content-Encoding'), time).toBe(encoding)
    expect(decompress(Buffer.from(await answer.arrayBuffer())).toString(), time).toBe(long)
  }
})

test('an unchanged response is a 304', async () => {
  const { app } = countingApp()
  const headers = { 'Accept-Encoding': 'br' }
  const etag = (await app.request('/tools', { headers })).headers.get('ETag') ?? ''
  const again = await app.request('/tools', { headers: { ...headers, 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('signed-in requests bypass the cache', async () => {
  const { app, calls } = countingApp()
  const headers = { Authorization: 'Bearer x' }
  for (const _ of [1, 2]) await app.request('/tools', { headers })
  await app.request('/tools')
  expect(calls.times).toBe(3)
})

test.each([
  ['a refusal', () => new Response('no', { status: 404 })],
  ['what says no-store', () => new Response('x', { headers: { 'Cache-Control': 'no-store' } })],
  ['what sets a cookie', () => new Response('x', { headers: { 'Set-Cookie': 'a=b' } })],
])('%s is not cached', async (_what, answer) => {
  const { app, calls } = countingApp(answer)
  for (const _ of [1, 2]) expect((await app.request('/tools')).status).toBe(answer().status)
  expect(calls.times).toBe(2)
})

test('every URL has its own response', async () => {
  const app = new Hono()
    .use(createResponseCache({ isVisitor: () => true, queryOf }).middleware)
    .get('*', (c) => c.text(new URL(c.req.url).search))
  expect(await (await app.request('/tools?page=1')).text()).toBe('?page=1')
  expect(await (await app.request('/tools?page=2')).text()).toBe('?page=2')
})

test('only declared parameters of a declared path are cached, and every parameter reaches the app', async () => {
  const calls: string[] = []
  const app = new Hono()
    .use(createResponseCache({ isVisitor: () => true, queryOf }).middleware)
    .get('*', (c) => {
      calls.push(c.req.path)
      return c.text(new URL(c.req.raw.url).search)
    })
  const get = async (url: string) => (await app.request(url)).text()
  for (const _ of [1, 2]) expect(await get('/tools?page=1')).toBe('?page=1')
  expect(calls).toHaveLength(1)
  for (const _ of [1, 2]) {
    expect(await get('/tools?page=1&token=abc')).toBe('?page=1&token=abc')
    expect(await get(`/tools?page=${'1'.repeat(300)}`)).toMatch(/1{300}/)
    expect(await get('/private')).toBe('')
  }
  expect(calls).toHaveLength(1 + 6)
})

test('visitors of all campaigns share a response, without a trace of one', async () => {
  const calls: string[] = []
  const app = new Hono()
    .use(createResponseCache({ isVisitor: () => true, queryOf }).middleware)
    .get('*', (c) => {
      calls.push(new URL(c.req.url).search)
      return c.text(new URL(c.req.raw.url).search)
    })
  for (let number = 0; number < 50; number++) {
    const url = `/tools?utm_source=mail&gclid=${number}&page=1`
    expect(await (await app.request(url)).text()).toBe('?page=1')
  }
  expect(calls).toEqual(['?page=1'])
})

/** An app whose renderings wait for `finish`; each response is the number of earlier renderings. */
function slowApp() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting: (() => void)[] = []
  let renderings = 0
  const cache = createResponseCache({ isVisitor: () => true, queryOf })
  const app = new Hono().use(cache.middleware).get('*', async (c) => {
    const rendering = renderings++
    await new Promise<void>((resolve) => waiting.push(resolve))
    return rendering === 3 ? c.text('no', 503) : c.text(`${rendering}`)
  })
  const ask = async () => (await app.request('/tools')).text()
  const finish = async () => {
    while (waiting.length === 0) await new Promise(setImmediate)
    waiting.shift()?.()
  }
  return { cache, ask, finish, waiting }
}

test('after half a second one request renews the response while others get the cached one', async () => {
  const { cache, ask, finish, waiting } = slowApp()
  const isReady = () => cache.find('/tools', undefined) !== undefined
  const first = ask()
  // The age counts from here, as the response may lack what changes meanwhile.
  vi.advanceTimersByTime(100)
  await finish()
  expect(await first).toBe('0')
  vi.advanceTimersByTime(399)
  expect([await ask(), isReady()]).toEqual(['0', true])

  vi.advanceTimersByTime(1)
  expect(isReady()).toBe(false)
  const renewal = ask()
  expect([await ask(), isReady(), waiting.length]).toEqual(['0', true, 1])
  vi.advanceTimersByTime(499)
  expect([await ask(), isReady()]).toEqual(['0', true])
  // A second old: everyone waits for the renewal.
  vi.advanceTimersByTime(1)
  expect(isReady()).toBe(false)
  const late = [ask(), ask()]
  await finish()
  expect(await Promise.all([renewal, ...late])).toEqual(['1', '1', '1'])
  // The renewal began half a second ago.
  const next = ask()
  await finish()
  expect([await next, waiting]).toEqual(['2', []])
})

test('a failed renewal leaves the cached response to others until it is a second old', async () => {
  const { ask, finish } = slowApp()
  for (const rendering of ['0', '1', '2']) {
    const response = ask()
    await finish()
    expect(await response).toBe(rendering)
    vi.advanceTimersByTime(600)
  }
  const failing = ask()
  expect(await ask()).toBe('2')
  await finish()
  expect(await failing).toBe('no')
  const again = ask()
  expect(await ask()).toBe('2')
  await finish()
  expect(await again).toBe('4')
})

test('an unchanged response stays compressed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, calls, cache } = countingApp()
  const get = () => app.request('/tools', { headers: { 'Accept-Encoding': 'br' } })
  await get()
  const ready = cache.find('/tools', 'br')
  vi.advanceTimersByTime(2000)
  await app.request('/tools')
  expect(calls.times).toBe(2)
  expect(cache.find('/tools', 'br')).toBe(ready)
})

test('the order of parameters does not matter', async () => {
  const { app, calls, cache } = countingApp()
  for (const search of ['?size=10&page=1', '?page=1&size=10', '?gclid=1&page=1&utm_id=2&size=10']) {
    await app.request(`/tools${search}`)
    expect(cache.find(`/tools${search}`, undefined)?.body.toString()).toBe(long)
  }
  expect(calls.times).toBe(1)
  expect(cache.find('//tools?page=1&size=10', undefined)).toBeUndefined()
})

test('responses below 1 KB are not compressed', async () => {
  const { app } = countingApp(() => new Response('small'))
  const answer = await app.request('/tools', { headers: { 'Accept-Encoding': 'br' } })
  expect(answer.headers.get('Content-Encoding')).toBeNull()
  expect(await answer.text()).toBe('small')
})
