import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { logRefusals } from './refusal-log.server.ts'

function openApi() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const ipAddress = '203.0.113.7'
  const answer = (status: 200 | 401 | 403 | 404 | 429) => new Response('{}', { status })
  const api = new Hono<{ Variables: { caller: { id: string } | null } }>()
    .use(logRefusals(log, () => ipAddress))
    .use((c, next) => {
      c.set('caller', c.req.header('Authorization') ? { id: 'jane' } : null)
      return next()
    })
    .get('/users/:email', () => answer(403))
    .get('/orders', () => answer(401))
    .get('/products', () => answer(200))
    .post('/auth/sign-in/email', () => answer(401))
    .post('/contact', () => answer(429))
  return { api, lines, ipAddress }
}

test('a refused request is logged with its route, caller and IP address, without the path', async () => {
  const { api, lines, ipAddress } = openApi()
  await api.request('/users/secret@example.com', { headers: { Authorization: 'Bearer x' } })
  await api.request('/contact', { method: 'POST' })
  await api.request('/auth/sign-in/email', { method: 'POST' })
  expect(lines).toMatchObject([
    { status: 403, method: 'GET', route: '/users/:email', user: 'jane', ip: ipAddress },
    { status: 429, method: 'POST', route: '/contact', ip: ipAddress, msg: 'Refused' },
    { status: 401, method: 'POST', route: '/auth/sign-in/email' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|Bearer/)
})

test('expired tokens, missing objects and answers are not logged as refusals', async () => {
  const { api, lines } = openApi()
  for (const path of ['/orders', '/products', '/nothing']) await api.request(path)
  expect(lines).toEqual([])
})
