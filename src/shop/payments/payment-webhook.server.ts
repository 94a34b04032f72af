import { Hono } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { Payment } from './card-payments.server.ts'
import { isHandled, noteEvent, type ProviderEvent } from './provider-events.server.ts'
import { applyOutcome, type PaymentDeps } from './receive-payment.server.ts'
import { recordPayment } from './record-payment.server.ts'

/**
 * Where the card provider tells of payments, so that a buyer whose browser died after paying still
 * has a paid order. The signature is checked over the raw body before anything is read from it.
 *
 * An event only says where to look: what counts is the payment's present state, asked from the
 * provider. So events may come in any order, late, or with a snapshot that is not true any more.
 * What fails answers 5xx, and the provider sends the event again.
 */
export function createPaymentWebhook({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  return new Hono().post('/payments/webhook', async (c) => {
    const signature = c.req.header('Stripe-Signature') ?? ''
    const event = await paymentDeps.payments.readWebhook(await c.req.text(), signature)
    if (!event) throw new HttpRefusal(400, 'bad-signature', 'The signature does not match.')
    if (event.type === 'payment_intent.succeeded' && !(await isHandled(db, event))) {
      const payment = event.payment && (await paymentDeps.payments.find(event.payment.id))
      if (payment) await handle(db, paymentDeps, event, payment)
    }
    return c.json({ received: true })
  })
}

async function handle(
  db: Db,
  paymentDeps: PaymentDeps,
  event: ProviderEvent,
  payment: Payment,
): Promise<void> {
  const recorded = await db.transaction().execute(async (db) => {
    // The same event at the same moment waits here, and then finds it handled.
    return (await noteEvent(db, event)) ? recordPayment(db, payment) : 'handled'
  })
  if (recorded !== 'handled') await applyOutcome(db, paymentDeps, payment, recorded)
}
