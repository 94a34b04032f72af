import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { limitOutages, pageOrOutage } from './page-outage.server.ts'

const never = new Promise<never>(() => {})

test('a page that waits for a frozen database is a 503 with Retry-After', async () => {
  const response = await pageOrOutage(never, async () => false, 1)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await response.text()).toContain('temporarily unavailable')
})

test('a page that is ready in time does not query the database', async () => {
  let calls = 0
  const page = Promise.resolve(new Response('page'))
  const response = await pageOrOutage(page, async () => ++calls > 0, 1_000_000)
  expect([await response.text(), calls]).toEqual(['page', 0])
})

test('a slow page of a database that answers is waited for', async () => {
  const { promise: page, resolve } = Promise.withResolvers<Response>()
  const isReachable = async () => {
    setImmediate(() => resolve(new Response('page')))
    return true
  }
  expect(await (await pageOrOutage(page, isReachable, 1)).text()).toBe('page')
})

test('a page that comes while the database is asked is taken, and an error is thrown', async () => {
  const { promise: page, resolve } = Promise.withResolvers<Response>()
  const isReachable = () => {
    resolve(new Response('page'))
    return never
  }
  expect(await (await pageOrOutage(page, isReachable, 1)).text()).toBe('page')
  await expect(pageOrOutage(Promise.reject(new Error('no')), async () => true, 1)).rejects.toThrow('no')
})

test('an API call that waits for a frozen database is a 503 as JSON, others are answered', async () => {
  let isUp = false
  const looked = Promise.withResolvers<void>()
  const isReachable = async () => {
    if (isUp) looked.resolve()
    return isUp
  }
  const app = new Hono()
    .use(limitOutages(isReachable, 1))
    .get('/never', () => never)
    .get('/quick', (c) => c.json('quick'))
    .get('/slow', async (c) => {
      await looked.promise
      return c.json('slow')
    })
  const refused = await app.request('/never')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  expect(await (await app.request('/quick')).json()).toBe('quick')
  isUp = true
  expect(await (await app.request('/slow')).json()).toBe('slow')
})
