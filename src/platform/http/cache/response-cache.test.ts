import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, test, vi } from 'vitest'
import { createResponseCache } from './response-cache.server.ts'

const long = 'tool '.repeat(1000)

/** An app that counts its requests, behind the response cache and compression. */
function countingApp(
  answer = () => new Response(long, { headers: { 'Content-Type': 'text/html' } }),
) {
  const asked = { times: 0 }
  const cache = createResponseCache({
    isVisitor: (request) => !request.headers.has('Authorization'),
    tablesOf: () => ['product'],
  })
  const app = new Hono()
    .use(compress())
    .use(cache.middleware)
    .get('*', async () => {
      asked.times += 1
      await Promise.resolve()
      return answer()
    })
  return { app, asked, cache }
}

test('concurrent visitors share one rendering', async () => {
  const { app, asked } = countingApp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.request('/tools')))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(20).fill(long))
  expect(asked.times).toBe(1)
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
  const { app, asked } = countingApp()
  const headers = { Authorization: 'Bearer x' }
  for (const _ of [1, 2]) await app.request('/tools', { headers })
  await app.request('/tools')
  expect(asked.times).toBe(3)
})

test.each([
  ['a refusal', () => new Response('no', { status: 404 })],
  ['what says no-store', () => new Response('x', { headers: { 'Cache-Control': 'no-store' } })],
  ['what sets a cookie', () => new Response('x', { headers: { 'Set-Cookie': 'a=b' } })],
])('%s is not cached', async (_what, answer) => {
  const { app, asked } = countingApp(answer)
  for (const _ of [1, 2]) expect((await app.request('/tools')).status).toBe(answer().status)
  expect(asked.times).toBe(2)
})

test('every URL has its own response', async () => {
  const app = new Hono()
    .use(createResponseCache({ isVisitor: () => true }).middleware)
    .get('*', (c) => c.text(new URL(c.req.url).search))
  expect(await (await app.request('/tools?page=1')).text()).toBe('?page=1')
  expect(await (await app.request('/tools?page=2')).text()).toBe('?page=2')
})

test('unknown parameters of what is cached reach neither the app nor the cache', async () => {
  const asked: string[] = []
  const query = { keyed: ['page'], others: ['token'] }
  const cache = createResponseCache({ isVisitor: () => true, query })
  const app = new Hono().use(cache.middleware).get('*', (c) => {
    asked.push(new URL(c.req.url).search)
    return c.text(new URL(c.req.raw.url).search)
  })
  const get = async (search: string) => (await app.request(`/tools${search}`)).text()
  for (let number = 0; number < 50; number++)
    expect(await get(`?x${number}=1&page=1`)).toBe('?page=1')
  expect(asked).toEqual(['?page=1'])
  expect(await get('?utm=1')).toBe('')
  // Parameters with unlimited values bypass the cache.
  for (const _ of [1, 2]) expect(await get('?token=abc')).toBe('?token=abc')
  expect(await get('?x=1&token=abc')).toBe('?x=1&token=abc')
  for (const _ of [1, 2]) await get(`?page=${'1'.repeat(300)}`)
  expect(asked).toHaveLength(1 + 1 + 2 + 1 + 2)
})

const hammer = '0198c0de-0000-7000-8000-000000000001'
const anvil = '0198c0de-0000-7000-8000-000000000002'

test('with exact notifications, a response is cached until its data changes', async () => {
  const { app, asked, cache } = countingApp(() => Response.json({ _id: hammer }))
  cache.setExact(true)
  const timesAfter = async (names: string[]) => {
    cache.drop(names)
    await app.request('/tools')
    return asked.times
  }
  expect(await timesAfter([])).toBe(1)
  expect(await timesAfter([anvil, 'review'])).toBe(1)
  expect(await timesAfter([anvil, hammer])).toBe(2)
  expect(await timesAfter(['product'])).toBe(3)
  expect(cache.find('/tools', 'br')).toBeDefined()
  cache.setExact(false)
  expect(cache.find('/tools', 'br')).toBeUndefined()
})

/** An app whose renderings wait for `finish`; each response has the number of earlier renderings. */
function slowApp() {
  const waiting: (() => void)[] = []
  let renderings = 0
  const cache = createResponseCache({ isVisitor: () => true })
  const app = new Hono().use(cache.middleware).get('*', async (c) => {
    const rendering = renderings++
    await new Promise<void>((resolve) => waiting.push(resolve))
    return c.json({ _id: hammer, rendering })
  })
  const ask = async () => {
    const answer = await app.request('/tools')
    return ((await answer.json()) as { rendering: number }).rendering
  }
  const finish = async () => {
    await vi.waitFor(() => expect(waiting).not.toEqual([]))
    waiting.shift()?.()
  }
  return { cache, ask, finish, waiting }
}

test('a change during a rendering is visible to later requests', async () => {
  const { cache, ask, finish, waiting } = slowApp()
  const before = [ask(), ask()]
  cache.drop([anvil])
  cache.drop([hammer])
  const after = [ask(), ask()]
  await finish()
  expect(await Promise.all(before)).toEqual([0, 0])
  await finish()
  expect(await Promise.all(after)).toEqual([1, 1])
  expect(await ask()).toBe(1)
  expect(waiting).toEqual([])
})

test('an unrelated change during a rendering does not prevent caching', async () => {
  const { cache, ask, finish } = slowApp()
  const before = ask()
  for (let change = 0; change < 100; change++) cache.drop([anvil])
  const after = ask()
  await finish()
  expect(await Promise.all([before, after, ask()])).toEqual([0, 0, 0])
})

test('concurrent requests after each change share one rendering', async () => {
  const { app, asked, cache } = countingApp(() => Response.json({ _id: hammer }))
  cache.setExact(true)
  for (let change = 0; change < 5; change++) {
    cache.drop([hammer])
    const answers = Array.from({ length: 50 }, () => app.request('/tools'))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(50).fill(200))
  }
  expect(asked.times).toBe(5)
})

test('the order of parameters does not matter', async () => {
  const { app, asked, cache } = countingApp()
  for (const search of ['?size=10&page=1', '?page=1&size=10', '?x=1&page=1&y=2&size=10']) {
    await app.request(`/tools${search}`)
    expect(cache.find(`/tools${search}`, undefined)?.body.toString()).toBe(long)
  }
  expect(asked.times).toBe(1)
  expect(cache.find('//tools?page=1&size=10', undefined)).toBeUndefined()
})

test('responses below 1 KB are not compressed', async () => {
  const { app } = countingApp(() => new Response('small'))
  const answer = await app.request('/tools', { headers: { 'Accept-Encoding': 'br' } })
  expect(answer.headers.get('Content-Encoding')).toBeNull()
  expect(await answer.text()).toBe('small')
})
