import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { guardSimulators } from '#integrations/simulator-access.server.ts'
import { callShop, type Send } from './testing/api-driver.ts'
import { authVerdicts } from './testing/authorization/auth-verdicts.ts'
import {
  type Origin,
  rawRoutesWithoutVerdict,
  rawRouteVerdicts,
} from './testing/authorization/raw-route-verdicts.ts'
import { openTestShop, shopUrl, type TestShop } from './testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from './testing/users.ts'

const demoKey = 'a-key'
// The key takes the place of a token, which these routes do not read.
const GUARDED = /^\/(metrics|simulators)/
const authorized = { Authorization: `Basic ${btoa(`demo:${demoKey}`)}` }

const sentFrom = {
  near: { ipAddress: '127.0.0.1', headers: {} },
  far: { ipAddress: '203.0.113.9', headers: {} },
  proxied: { ipAddress: '127.0.0.1', headers: { 'X-Forwarded-For': '203.0.113.9' } },
}

/** A public demo whose simulators answer everything that their guard lets through. */
async function openShop(): Promise<TestShop> {
  const simulators = new Hono().use(guardSimulators({ demoKey })).all('*', (c) => c.text('simulator'))
  return openTestShop(undefined, undefined, { simulators, demoKey })
}

function sendFrom({ app }: TestShop, origin: Origin): Send {
  const { ipAddress, headers: added } = sentFrom[origin]
  return async (path, { headers, ...init }) => {
    const isGuarded = GUARDED.test(path)
    const all = { ...added, ...(isGuarded && { ...authorized, Host: 'localhost' }) }
    for (const [name, value] of Object.entries(all)) headers.set(name, value)
    const socket = { remoteAddress: ipAddress }
    return app.request(
      `${isGuarded ? 'http://localhost' : shopUrl}${path}`,
      { ...init, headers },
      { incoming: { socket } },
    )
  }
}

let walked: Promise<Map<string, number[]>> | undefined

const verdicts = rawRouteVerdicts.map(
  ({ method, path, origin, status }) => [method, path, origin, status] as const,
)
test.each(verdicts)('%s %s from %s: %i', { timeout: 60_000 }, async (method, path, origin, status) => {
  walked ??= walk()
  expect((await walked).get(`${method} ${path} ${origin}`)).toEqual([status, status, status])
})

async function walk(): Promise<Map<string, number[]>> {
  const shop = await openShop()
  const tokens = ['', (await signUp(shop)).token, (await signUpAdmin(shop)).token]
  const statusesByTitle = new Map<string, number[]>()
  for (const { method, path, origin } of rawRouteVerdicts) {
    const send = sendFrom(shop, origin)
    const statuses: number[] = []
    for (const token of tokens) statuses.push((await callShop(send, method, path, { token })).status)
    statusesByTitle.set(`${method} ${path} ${origin}`, statuses)
  }
  return statusesByTitle
}

test('every route outside of the API is in the table', async () => {
  const { app } = await openShop()
  expect(app.routes.length).toBeGreaterThan(4)
  expect(rawRoutesWithoutVerdict(app.routes)).toEqual([])
  const added = [
    { method: 'GET', path: '/media/private/:name' },
    { method: 'POST', path: '/healthz' },
  ]
  const unknown = ['GET /media/private/:name', 'POST /healthz']
  expect(rawRoutesWithoutVerdict(added)).toEqual(unknown)
})

test('session routes under /auth refuse visitors and access tokens', async () => {
  const shop = await openTestShop()
  const { token } = await signUpAdmin(shop)
  const { paths } = (await callApi(shop.app, 'GET', '/openapi.json')).body
  for (const { path, method, access } of authVerdicts) {
    const described = paths[path]?.[method.toLowerCase()]
    // A shop without Google does not describe it.
    if (described) expect(described['x-access'], `${method} ${path}`).toBe(access)
    if (access !== 'session') continue
    for (const sent of [{}, { token }]) {
      const body = method === 'GET' ? {} : { body: {} }
      const { status } = await callApi(shop.app, method, path, { ...sent, ...body })
      expect([401, 400], `${method} ${path}`).toContain(status)
    }
  }
})
