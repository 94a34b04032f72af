import type { Db } from '#platform/database/database.server.ts'
import { timesPieces } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { findLineFor, toLine } from '#shop/orders/line-queries.server.ts'
import { lineMay } from '#shop/orders/line-states.server.ts'
import { lineCan } from '#shop/orders/order.ts'
import { toLineJson } from '#shop/orders/order-json.server.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import type { PayableOrder } from './payment-json.server.ts'
import { cancelIntent, type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { isPaid } from './recorded-payment.ts'

/** Starts or resumes the payment of the caller's own unpaid order. */
export async function startPayment(
  db: Db,
  paymentDeps: PaymentDeps,
  caller: Pick<Caller, 'id'>,
  orderId: string,
): Promise<PayableOrder | OrderRefusal> {
  const row = await findLineFor(db, { id: caller.id, role: 'buyer' }, orderId)
  if (!row) return { refused: 'no-such-order' }
  const order = toLine(row)
  if (order.status === 'cancelling') return { refused: 'being-cancelled' }
  if (!lineCan.pay(order)) return { refused: 'already-paid' }

  const { payments } = paymentDeps
  const { payment, clientSecret } = await payments.start({
    subject: { orderId: order.id },
    amountCents: timesPieces(order.unitPrice, order.quantity),
    paymentIntentId: row.paymentIntentId,
  })
  // The payment may have succeeded without the shop being notified.
  if (isPaid(await receivePayment(db, paymentDeps, payment))) return { refused: 'already-paid' }
  if (!(await storeIntent(db, order.id, payment.id))) {
    // The order was cancelled or paid in the meantime: this intent must not be payable any more.
    const outcome = await cancelIntent(db, paymentDeps, payment.id)
    return { refused: outcome === 'paid' ? 'already-paid' : 'no-such-order' }
  }
  const { publishableKey, scriptUrl } = payments
  const isProcessing = payment.state === 'processing'
  return { ...toLineJson(order), clientSecret, isProcessing, publishableKey, scriptUrl }
}

async function storeIntent(db: Db, orderId: string, paymentIntentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orderLine')
    .set({ paymentIntentId })
    .where('id', '=', orderId)
    .where(lineMay('pay'))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
