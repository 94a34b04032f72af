import type pg from 'pg'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { inProcessFetch } from '#simulators/card-payments/api/in-process-fetch.ts'
import { createCardSimulator } from '#simulators/card-payments/card-simulator.server.ts'
import type { Charge } from '#simulators/card-payments/store/objects.ts'

export const secretKey = 'sk_test_simulated_secret'
export const publishableKey = 'pk_test_simulated_public'
export const webhookSecret = 'whsec_simulated'

export type Received = { signature: string; payload: string }

/** Opens a simulator in the test's database, with the real SDK as its client and a receiver of its webhooks. */
export async function openSimulator({ pool }: { pool: pg.Pool }, now = new Date('2026-11-21T09:00:00Z')) {
  const clock = { now }
  const received: Received[] = []
  const receiver = { status: 200 }
  const simulator = await createCardSimulator({
    pool,
    clock: () => clock.now,
    secretKey,
    publishableKey,
    webhook: {
      url: 'http://shop.test/api/webhooks/stripe',
      secret: webhookSecret,
      deliver: async (request) => {
        const signature = request.headers.get('stripe-signature') ?? ''
        received.push({ signature, payload: await request.text() })
        return new Response(null, { status: receiver.status })
      },
    },
  })
  onTestFinished(() => simulator.stop())
  const sdk = (key: string, config: { timeout?: number } = {}) =>
    new Stripe(key, {
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient(inProcessFetch(simulator.app)),
      ...config,
    })
  return { ...simulator, pool, clock, received, receiver, sdk, stripe: sdk(secretKey) }
}

/** Returns the charges of the simulator, oldest first. */
export async function storedCharges(pool: pg.Pool): Promise<Charge[]> {
  const { rows } = await pool.query<{ body: Charge }>(
    `select body from card_simulator.object where type = 'charge' order by seq`,
  )
  return rows.map(({ body }) => body)
}

/** Advances the simulator's clock. */
export function pass(clock: { now: Date }, seconds: number): void {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

/** Injects a fault into the next `count` calls or events named `call`. */
export async function orderFault(
  app: { request: (path: string, init: RequestInit) => Response | Promise<Response> },
  fault: { kind: string; call?: string; count?: number },
): Promise<void> {
  const response = await app.request('/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!response.ok) throw new Error(`The fault was refused: ${await response.text()}`)
}

/** Returns all rows of the simulator's tables as text. */
export async function everythingStored(pool: pg.Pool): Promise<string> {
  const tables = ['object', 'delivery', 'idempotency_key', 'fault']
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool.query(`select to_jsonb(t)::text as row from card_simulator.${table} t`)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}
