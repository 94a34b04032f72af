import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { guardSimulators } from './simulator-access.server.ts'

const pages = ['/mail', '/mail/', '/stripe', '/stripe/', '/stripe/events/evt_1/resend']
const faults = ['/stripe/faults', '/stripe/faults/clear']
const forVisitors = ['/stripe/stripe.js', '/stripe/v1/payment_intents/pi_1', '/google/authorize']

/** Requests every path from an IP address. Returns the paths that responded with 200. */
async function reachablePaths(
  from: string,
  settings: { DEMO_PUBLIC: boolean; TRUSTED_PROXY?: string },
  headers: HeadersInit = {},
): Promise<string[]> {
  const simulators = new Hono()
    .use(guardSimulators({ TRUSTED_PROXY: undefined, ...settings }))
    .all('*', (c) => c.text('ok'))
  const app = new Hono({ strict: false }).route('/simulators', simulators)
  const bindings = { incoming: { socket: { remoteAddress: from } } }
  const found: string[] = []
  for (const path of [...pages, ...faults, ...forVisitors]) {
    const response = await app.request(`/simulators${path}`, { headers }, bindings)
    if (response.status === 200) found.push(path)
  }
  return found
}

test('this machine reaches every simulator route', async () => {
  const all = [...pages, ...faults, ...forVisitors]
  for (const DEMO_PUBLIC of [false, true]) {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await reachablePaths(from, { DEMO_PUBLIC })).toEqual(all)
    }
  }
})

test('other machines reach nothing in a private demo, and only paying and signing in in a public one', async () => {
  for (const from of ['192.168.1.20', '203.0.113.9', '::ffff:10.0.0.7']) {
    expect(await reachablePaths(from, { DEMO_PUBLIC: false })).toEqual([])
    expect(await reachablePaths(from, { DEMO_PUBLIC: true })).toEqual(forVisitors)
  }
})

test('requests through a proxy or tunnel on this machine are not local', async () => {
  const forwarded = { 'X-Forwarded-For': '127.0.0.1' }
  expect(await reachablePaths('127.0.0.1', { DEMO_PUBLIC: true }, forwarded)).toEqual(forVisitors)
  expect(await reachablePaths('127.0.0.1', { DEMO_PUBLIC: false }, forwarded)).toEqual([])
  const named = { DEMO_PUBLIC: true, TRUSTED_PROXY: '127.0.0.1' }
  expect(await reachablePaths('127.0.0.1', named)).toEqual(forVisitors)
})
