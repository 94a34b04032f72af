import type { Db } from '#platform/database/database.server.ts'
import type { PaymentRefusal } from './payment-refusals.server.ts'
import { providerOf } from './provider/card-providers.server.ts'
import type { ProviderForm } from './provider/provider-form.ts'
import { findPayment, type PaymentRow, storeProviderId } from './queries/payment-queries.server.ts'
import { type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { isPaid } from './record-payment.server.ts'

/** A payment that can be paid now, and the data for the browser's form. */
export type OpenPayment = {
  payment: PaymentRow
  form: ProviderForm & { clientSecret: string; isProcessing: boolean }
}

export async function openAtProvider(
  db: Db,
  paymentDeps: PaymentDeps,
  id: string,
): Promise<OpenPayment | PaymentRefusal> {
  const payment = await findPayment(db, id)
  if (payment?.status !== 'open') return { refused: 'orders-changed' }
  const provider = providerOf(paymentDeps.providers, payment)
  const { totalCents: amountCents, currency, providerId } = payment
  const request = { paymentId: id, amountCents, currency, providerId }
  const { payment: created, clientSecret } = await provider.create(request)
  // The payment may have succeeded without the shop being notified.
  if (isPaid(await receivePayment(db, paymentDeps, created))) return { refused: 'payment-captured' }
  if (!(await storeProviderId(db, id, created.id))) {
    // A line changed in the meantime: this payment must not be payable any more.
    const left = await provider.cancel(created.id)
    const hasPaid = left && isPaid(await receivePayment(db, paymentDeps, left))
    return { refused: hasPaid ? 'payment-captured' : 'orders-changed' }
  }
  const isProcessing = created.state === 'processing'
  return { payment, form: { ...provider.form, clientSecret, isProcessing } }
}
