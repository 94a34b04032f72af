import type { Db } from '#platform/database/database.server.ts'
import type { ProviderPayment } from './provider/card-payments.server.ts'
import { findByProviderId } from './queries/payment-queries.server.ts'
import { type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { settleRefunds } from './refunds/settle-refunds.server.ts'

/**
 * Records all refunds of a payment after an event; first the payment itself, in case its own event has
 * not arrived.
 */
export async function receiveRefunds(
  db: Db,
  paymentDeps: PaymentDeps,
  paid: ProviderPayment,
): Promise<void> {
  await receivePayment(db, paymentDeps, paid)
  const payment = await findByProviderId(db, paid.id)
  if (payment) await settleRefunds(db, paymentDeps, payment.id)
}
