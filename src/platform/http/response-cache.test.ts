import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.server.ts'

const long = 'tool '.repeat(1000)

/** An app that counts how often it was asked, behind kept answers and compression. */
function countingApp(
  answer = () => new Response(long, { headers: { 'Content-Type': 'text/html' } }),
) {
  const asked = { times: 0 }
  const cache = createResponseCache({
    isVisitor: (request) => !request.headers.has('Authorization'),
    tablesBehind: () => ['product'],
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

test('a crowd of visitors costs one rendering', async () => {
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
  for (const time of ['first', 'kept']) {
    const answer = await app.request('/tools', { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers.get('Content-Encoding'), time).toBe(encoding)
    expect(decompress(Buffer.from(await answer.arrayBuffer())).toString(), time).toBe(long)
  }
})

test('an unchanged answer is not sent again', async () => {
  const { app } = countingApp()
  const headers = { 'Accept-Encoding': 'br' }
  const etag = (await app.request('/tools', { headers })).headers.get('ETag') ?? ''
  const again = await app.request('/tools', { headers: { ...headers, 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('whoever is signed in always gets a new answer', async () => {
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
])('%s is not kept', async (_what, answer) => {
  const { app, asked } = countingApp(answer)
  for (const _ of [1, 2]) expect((await app.request('/tools')).status).toBe(answer().status)
  expect(asked.times).toBe(2)
})

test('every address has its own answer', async () => {
  const app = new Hono()
    .use(createResponseCache({ isVisitor: () => true }).middleware)
    .get('*', (c) => c.text(new URL(c.req.url).search))
  expect(await (await app.request('/tools?page=1')).text()).toBe('?page=1')
  expect(await (await app.request('/tools?page=2')).text()).toBe('?page=2')
})

test('made-up parameters reach neither the app nor the memory', async () => {
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
  // What has endless values is asked anew, and not kept.
  for (const _ of [1, 2]) expect(await get('?token=abc')).toBe('?token=abc')
  for (const _ of [1, 2]) await get(`?page=${'1'.repeat(300)}`)
  expect(asked).toHaveLength(1 + 1 + 2 + 2)
})
