import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Pool } from 'pg'
import { createApi } from '#simulators/card-payments/api/api.server.ts'
import { forgetOldKeys } from '#simulators/card-payments/api/idempotency.server.ts'
import { settleDuePayments } from '#simulators/card-payments/intents/settle-payments.server.ts'
import { createPage } from '#simulators/card-payments/page/simulator-page.server.ts'
import {
  deliverDueWebhooks,
  type Webhook,
} from '#simulators/card-payments/webhooks/webhook-delivery.server.ts'
import schema from './schema.sql?raw'
import { stripeJsStandIn } from './stripe-js-stand-in.server.ts'
import { inTransaction } from './transaction.server.ts'

export type CardSimulatorOptions = {
  /** Where the simulator keeps its state: a schema of its own, `card_simulator`, in its own transactions. */
  pool: Pool
  clock: () => Date
  /** `sk_test_…`: may do everything. */
  secretKey: string
  /** `pk_test_…`: what the browser may do. */
  publishableKey: string
  /** Who is told of payments; `deliver` is the global fetch, or the receiver's app itself in tests. */
  webhook: Webhook
}

export type CardSimulator = {
  /** `/v1/…` the API, `/stripe.js` the browser's stand-in, `/` the page. */
  app: Hono
  /** Sends what is due now and answers how many events were sent. */
  deliverDueWebhooks(): Promise<number>
  /** Begins to send events as they fall due. */
  start(): void
  /** Ends that, and waits for what is under way. */
  stop(): Promise<void>
}

const tickMilliseconds = 500
const longestHang = 100_000

/** A card payment provider that speaks enough of Stripe's API for its own SDK and browser components. */
export async function createCardSimulator(options: CardSimulatorOptions): Promise<CardSimulator> {
  const { pool, clock, webhook } = options
  await inTransaction(pool, (tx) => tx.query(schema))
  await forgetOldKeys(pool, clock())

  const stopping = new AbortController()
  const hang = (caller: AbortSignal) =>
    aborted(AbortSignal.any([caller, stopping.signal, AbortSignal.timeout(longestHang)]))

  const app = new Hono()
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
  let underWay: Promise<unknown> = Promise.resolve()
  const tick = () => {
    underWay = deliver()
      .catch((error: unknown) =>
        process.emitWarning(`Card simulator: events could not be sent: ${error}`),
      )
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
      await underWay
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
