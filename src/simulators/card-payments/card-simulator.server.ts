import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import type { Pool } from 'pg'
import { forgetOldKeys } from '#simulators/card-payments/api/idempotency.server.ts'
import { settleDuePayments } from '#simulators/card-payments/intents/settle-payments.server.ts'
import { createPage } from '#simulators/card-payments/page/simulator-page.server.ts'
import {
  deliverDueWebhooks,
  type Webhook,
} from '#simulators/card-payments/webhooks/webhook-delivery.server.ts'
import { createApi } from './api.server.ts'
import schema from './schema.sql?raw'
import { inTransaction } from './store/transaction.server.ts'
import { stripeJsStandIn } from './stripe-js-stand-in.server.ts'

export type CardSimulatorOptions = {
  /** The database; the simulator uses its own schema `card_simulator` and its own transactions. */
  pool: Pool
  clock: () => Date
  /** `sk_test_…`: allows every call. */
  secretKey: string
  /** `pk_test_…`: allows the calls of the browser. */
  publishableKey: string
  /** The receiver of events; `deliver` is the global fetch, or the receiver's app in tests. */
  webhook: Webhook
  /** Reports an unexpected error, such as a database that does not respond. */
  reportError?: (error: unknown, what: string) => void
}

export type CardSimulator = {
  /** Serves the API at `/v1/…`, the replacement for Stripe.js at `/stripe.js` and the page at `/`. */
  app: Hono
  /** Sends the events that are due. Returns how many were sent. */
  deliverDueWebhooks(): Promise<number>
  /** Starts sending events when they are due. */
  start(): void
  /** Stops sending and waits for the delivery in progress. */
  stop(): Promise<void>
}

const tickMilliseconds = 500
const maxHangMilliseconds = 100_000

/** A simulated card provider with the part of Stripe's API that Stripe's SDK and browser components use. */
export async function createCardSimulator(options: CardSimulatorOptions): Promise<CardSimulator> {
  const { pool, clock, webhook, reportError = warn } = options
  await inTransaction(pool, (tx) => tx.query(schema))
  await forgetOldKeys(pool, clock())

  const stopping = new AbortController()
  const hang = (caller: AbortSignal) =>
    aborted(AbortSignal.any([caller, stopping.signal, AbortSignal.timeout(maxHangMilliseconds)]))

  const app = new Hono()
  app.onError((error, c) => {
    // A refusal, such as a form of another site.
    if (error instanceof HTTPException) return error.getResponse()
    reportError(error, `Card simulator: ${c.req.path}`)
    return c.json({ error: { type: 'api_error', message: 'The simulator failed.' } }, 500)
  })
  app.route('/v1', createApi({ ...options, hang }))
  app.get('/stripe.js', etag(), (c) =>
    c.body(stripeJsStandIn, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.route('/', createPage(pool, clock))

  const deliver = async () => {
    await settleDuePayments(pool, clock())
    return deliverDueWebhooks(pool, webhook, clock, stopping.signal)
  }

  let timer: NodeJS.Timeout | undefined
  let inProgress: Promise<unknown> = Promise.resolve()
  const tick = () => {
    inProgress = deliver()
      .catch((error: unknown) => reportError(error, 'Card simulator: sending events failed'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, tickMilliseconds)
      })
  }
  return {
    app,
    deliverDueWebhooks: deliver,
    start: tick,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await inProgress
    },
  }
}

function warn(error: unknown, what: string): void {
  process.emitWarning(`${what}: ${error}`)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
