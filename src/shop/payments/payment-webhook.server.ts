import { type RouteConfig, z } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { ACCESS, type Access } from '#platform/http/api/public-route.server.ts'
import { answers, body, refuses } from '#platform/http/api/rest-api.server.ts'
import { refusePayment } from './payment-refusals.server.ts'
import type { ProviderPayment, WebhookEvent } from './provider/card-payments.server.ts'
import { confirmUnpaid } from './queries/payment-queries.server.ts'
import { applyOutcome, type PaymentDeps, receiveRefunds } from './receive-payment.server.ts'
import { recordPayment } from './record-payment.server.ts'

/**
 * Receives the events of each card provider, so that an order is paid even if the buyer's browser closed
 * after paying, and a failed refund is noticed. The signature is checked on the raw body before parsing.
 *
 * An event only names the payment or refund; its current status is fetched from the provider. So events may
 * arrive late, out of order or with outdated snapshots. Failures respond 5xx, and the provider
 * sends the event again.
 */
export function createPaymentWebhook({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  const webhook = new Hono()
  for (const provider of paymentDeps.providers.values()) {
    webhook.post(provider.webhookPath, async (c) => {
      const event = await provider.readWebhook(c.req.raw)
      if (event === 'bad-signature' || event === 'malformed') throw refusePayment({ refused: event })
      const { about } = event
      if (!about || (await isHandled(db, event))) return c.json({ received: true })
      if (about.what === 'failure') {
        await confirmUnpaid(db, about.providerId)
        return c.json({ received: true })
      }
      const payment = await provider.find(about.providerId)
      if (about.what === 'payment') {
        if (payment) await handle(db, paymentDeps, event, payment)
      } else {
        // Asking is idempotent, so a repeated delivery does no harm.
        if (payment) await receiveRefunds(db, paymentDeps, payment)
        await recordEvent(db, event)
      }
      return c.json({ received: true })
    })
  }
  return webhook
}

/** The webhook for the OpenAPI document; the provider defines its body, parsed after the signature check. */
export function webhookOperation(): RouteConfig {
  return {
    method: 'post',
    path: '/payments/webhook',
    operationId: 'receiveEvent',
    summary: 'Receive payment events of the card provider',
    security: [],
    // The signature authenticates the sender.
    [ACCESS]: 'public' satisfies Access,
    request: { body: body(z.looseObject({})) },
    responses: {
      200: answers('Accepted', z.object({ received: z.boolean() })),
      400: refuses('The signature does not match, or the event is malformed'),
    },
  }
}

async function handle(
  db: Db,
  paymentDeps: PaymentDeps,
  event: WebhookEvent,
  payment: ProviderPayment,
): Promise<void> {
  const recorded = await db.transaction().execute(async (db) => {
    // A concurrent delivery of the same event waits here and then finds it handled.
    return (await recordEvent(db, event))
      ? recordPayment(db, paymentDeps.refunds.refundAll, payment)
      : 'handled'
  })
  if (recorded !== 'handled') await applyOutcome(db, paymentDeps, payment, recorded)
}

async function isHandled(db: Db, { id }: WebhookEvent): Promise<boolean> {
  const handled = db.selectFrom('providerEvent').select('id').where('id', '=', id)
  return (await handled.executeTakeFirst()) !== undefined
}

/** Records an event in the transaction of its effect; false when it was recorded before. */
async function recordEvent(db: Db, { id, type }: WebhookEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('providerEvent')
    .values({ id, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
