import type { Db } from '#platform/database/database.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import type { CancelPayment } from '#shop/orders/cancel/cancel-lines.server.ts'
import { providerOf } from './provider/card-providers.server.ts'
import {
  findPayment,
  keepOpen,
  lockUnfinishedPayments,
  markCancelled,
  markCancelling,
  type PaymentRow,
} from './queries/payment-queries.server.ts'
import { type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { isPaid } from './record-payment.server.ts'

/** Makes what cancels the open payment of lines; one that has already succeeded pays them. */
export function createCancelPayment(db: Db, paymentDeps: PaymentDeps): CancelPayment {
  return async (lineId) => {
    // No new payment can start, because the line is already cancelling.
    const payment = await beginCancelling(db, lineId)
    if (!payment) return 'cancelled'
    const end = await endPayment(db, paymentDeps, payment.id)
    if (end === 'processing') {
      throw unavailable('The bank is still processing this payment. Please try again.')
    }
    return end
  }
}

function beginCancelling(db: Db, lineId: string): Promise<PaymentRow | undefined> {
  return db.transaction().execute(async (db) => {
    const payments = await lockUnfinishedPayments(db, [lineId])
    await markCancelling(db, payments)
    return payments[0]
  })
}

/** The result of cancelling a payment; `processing` while the bank has not decided. */
export type PaymentEnd = 'cancelled' | 'paid' | 'processing'

/** Cancels a payment and records how it ended. Throws without an answer; the call can be repeated. */
export async function endPayment(db: Db, paymentDeps: PaymentDeps, id: string): Promise<PaymentEnd> {
  const payment = await findPayment(db, id)
  if (!payment || payment.cancelledAt) return 'cancelled'
  if (payment.capturedAt) return 'paid'
  const providerId = payment.providerId ?? (await createdWithoutAnswer(paymentDeps, payment))
  const answer = await providerOf(paymentDeps.providers, payment).cancel(providerId)
  if (answer?.state === 'processing') return 'processing'
  if (answer && isPaid(await receivePayment(db, paymentDeps, answer))) return 'paid'
  if (await markCancelled(db, id, providerId)) return 'cancelled'
  // It was resumed in the meantime under another id, or has ended.
  return endPayment(db, paymentDeps, id)
}

/** Cancels a replaced payment, which stays open while there is no answer or the bank processes it. */
export async function replacePayment(db: Db, paymentDeps: PaymentDeps, id: string): Promise<PaymentEnd> {
  let end: PaymentEnd | undefined
  try {
    end = await endPayment(db, paymentDeps, id)
    return end
  } finally {
    if (end === undefined || end === 'processing') await keepOpen(db, id)
  }
}

/** Returns the provider's id of a payment that a stopped process may have created there. */
async function createdWithoutAnswer({ providers }: PaymentDeps, payment: PaymentRow) {
  const { id: paymentId, totalCents: amountCents, currency } = payment
  const request = { paymentId, amountCents, currency, providerId: null }
  return (await providerOf(providers, payment).create(request)).payment.id
}
