import { Hono } from 'hono'
import type { Db } from '#platform/database.server.ts'
import { HttpRefusal } from '#platform/http-errors.ts'
import { findOrder } from '#shop/orders/order-queries.server.ts'
import type { CardPayments } from './card-payments.server.ts'
import { recordPayment } from './record-payment.server.ts'

/**
 * Where the card provider tells of payments, so that a buyer whose browser died after paying still
 * has a paid order. The signature is checked over the raw body before anything is read from it.
 */
export function createPaymentWebhook({ db, payments }: { db: Db; payments: CardPayments }) {
  return new Hono().post('/payments/webhook', async (c) => {
    const signature = c.req.header('Stripe-Signature') ?? ''
    const event = await payments.readWebhook(await c.req.text(), signature)
    if (!event) throw new HttpRefusal(400, 'bad-signature', 'The signature does not fit.')
    const { payment } = event
    const order = payment?.orderId ? await findOrder(db, payment.orderId) : undefined
    if (payment && order) await recordPayment(db, order, payment)
    return c.json({ received: true })
  })
}
