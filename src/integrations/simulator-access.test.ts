import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { guardSimulators } from './simulator-access.server.ts'

const pages = ['/mail', '/mail/', '/stripe', '/stripe/', '/stripe/events/evt_1/resend']
const faults = ['/stripe/faults', '/stripe/faults/clear']
const forVisitors = ['/stripe/stripe.js', '/stripe/v1/payment_intents/pi_1', '/google/authorize']

const demoKey = 'a-key'
const withKey = (password: string) => ({ Authorization: `Basic ${btoa(`demo:${password}`)}` })

/** Requests every path from an IP address, with the key. Returns the paths that responded with 200. */
async function reachablePaths(
  from: string,
  settings: { demoKey?: string; trustedProxy?: string },
  headers: Record<string, string> = {},
  origin = 'http://localhost:3000',
): Promise<string[]> {
  const simulators = new Hono().use(guardSimulators(settings)).all('*', (c) => c.text('ok'))
  const app = new Hono({ strict: false }).route('/simulators', simulators)
  const bindings = { incoming: { socket: { remoteAddress: from } } }
  const found: string[] = []
  for (const path of [...pages, ...faults, ...forVisitors]) {
    const sent = { Host: new URL(origin).host, ...withKey(demoKey), ...headers }
    const response = await app.request(`${origin}/simulators${path}`, { headers: sent }, bindings)
    if (response.status === 200) found.push(path)
  }
  return found
}

test('this machine reaches every simulator route', async () => {
  const all = [...pages, ...faults, ...forVisitors]
  for (const settings of [{}, { demoKey }]) {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await reachablePaths(from, settings)).toEqual(all)
    }
  }
})

test('other machines reach nothing in a private demo, and only paying and signing in in a public one', async () => {
  for (const from of ['192.168.1.20', '203.0.113.9', '::ffff:10.0.0.7']) {
    expect(await reachablePaths(from, {})).toEqual([])
    expect(await reachablePaths(from, { demoKey })).toEqual(forVisitors)
  }
})

test('requests through a proxy or tunnel on this machine are not local', async () => {
  const forwarded = { 'X-Forwarded-For': '127.0.0.1' }
  expect(await reachablePaths('127.0.0.1', { demoKey }, forwarded)).toEqual(forVisitors)
  expect(await reachablePaths('127.0.0.1', {}, forwarded)).toEqual([])
  const named = { demoKey, trustedProxy: '127.0.0.1' }
  expect(await reachablePaths('127.0.0.1', named)).toEqual(forVisitors)
})

test('behind a proxy that adds no headers, a public demo shows only what visitors may see', async () => {
  const local = '127.0.0.1'
  expect(await reachablePaths(local, { demoKey }, withKey('another'))).toEqual(forVisitors)
  expect(await reachablePaths(local, { demoKey }, { Authorization: '' })).toEqual(forVisitors)
  for (const host of ['demo.example', 'localhost.example', '127.0.0.1.example', 'localhost@x.y']) {
    const headers = { Host: host }
    expect(await reachablePaths(local, { demoKey }, headers), host).toEqual(forVisitors)
  }
  const origin = 'http://demo.example'
  const named = { Host: 'localhost' }
  expect(await reachablePaths(local, { demoKey }, named, origin)).toEqual(forVisitors)
  // A demo that is not public needs no key.
  expect(await reachablePaths(local, {}, { Authorization: '' })).toContain('/mail')
})
