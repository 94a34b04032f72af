import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { guardSimulators } from './simulator-access.server.ts'

const pages = ['/mail', '/mail/', '/stripe', '/stripe/', '/stripe/events/evt_1/resend']
const faults = ['/stripe/faults', '/stripe/faults/clear']
const forVisitors = ['/stripe/stripe.js', '/stripe/v1/payment_intents/pi_1', '/google/authorize']

/** Asks a demo's simulators from a network address, and says which paths were answered. */
async function answered(
  from: string,
  settings: { DEMO_PUBLIC: boolean; TRUSTED_PROXY?: string },
  headers: HeadersInit = {},
): Promise<string[]> {
  const simulators = new Hono()
    .use(guardSimulators({ TRUSTED_PROXY: undefined, ...settings }))
    .all('*', (c) => c.text('answered'))
  const app = new Hono({ strict: false }).route('/simulators', simulators)
  const bindings = { incoming: { socket: { remoteAddress: from } } }
  const found: string[] = []
  for (const path of [...pages, ...faults, ...forVisitors]) {
    const answer = await app.request(`/simulators${path}`, { headers }, bindings)
    if (answer.status === 200) found.push(path)
  }
  return found
}

test('this machine sees all of the simulators', async () => {
  const all = [...pages, ...faults, ...forVisitors]
  for (const DEMO_PUBLIC of [false, true]) {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(await answered(from, { DEMO_PUBLIC })).toEqual(all)
    }
  }
})

test('others see nothing of a demo, and of a public one only what paying and signing in need', async () => {
  for (const from of ['192.168.1.20', '203.0.113.9', '::ffff:10.0.0.7']) {
    expect(await answered(from, { DEMO_PUBLIC: false })).toEqual([])
    expect(await answered(from, { DEMO_PUBLIC: true })).toEqual(forVisitors)
  }
})

test('who comes through a proxy or a tunnel on this machine is a stranger', async () => {
  const forwarded = { 'X-Forwarded-For': '127.0.0.1' }
  expect(await answered('127.0.0.1', { DEMO_PUBLIC: true }, forwarded)).toEqual(forVisitors)
  expect(await answered('127.0.0.1', { DEMO_PUBLIC: false }, forwarded)).toEqual([])
  const named = { DEMO_PUBLIC: true, TRUSTED_PROXY: '127.0.0.1' }
  expect(await answered('127.0.0.1', named)).toEqual(forVisitors)
})
