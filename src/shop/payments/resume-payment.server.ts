import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { selectLines } from '#shop/orders/line-queries.server.ts'
import { type OpenPayment, openAtProvider } from './open-payment.server.ts'
import type { PaymentRefusal } from './payment-refusals.server.ts'
import { findPayment } from './queries/payment-queries.server.ts'
import type { PaymentDeps } from './receive-payment.server.ts'
import { startPayment } from './start-payment.server.ts'

/**
 * Resumes the caller's own payment. If it was cancelled because one of its lines was, starts another
 * one for the lines that are still unpaid, with another id and total.
 */
export async function resumePayment(
  db: Db,
  paymentDeps: PaymentDeps,
  caller: Pick<Caller, 'id'>,
  id: string,
): Promise<OpenPayment | PaymentRefusal> {
  const payment = isUuid(id) ? await findPayment(db, id) : undefined
  if (payment?.accountId !== caller.id) return { refused: 'no-such-payment' }
  const parts = db.selectFrom('paymentLine').select('orderLineId').where('paymentId', '=', id)
  const lines = await selectLines(db).where('orderLine.id', 'in', parts).execute()
  // Abandoned lines, of a previous holder of the account, are not the caller's.
  if (lines.length === 0 || lines.some(({ abandoned }) => abandoned)) {
    return { refused: 'no-such-payment' }
  }
  if (payment.status === 'captured') return { refused: 'payment-captured' }
  if (payment.status === 'open') return openAtProvider(db, paymentDeps, payment.id)
  const unpaid = lines.filter(({ status }) => status === 'unpaid')
  if (unpaid.length === 0) return { refused: 'payment-cancelled' }
  return startPayment(db, paymentDeps, caller, { lineIds: unpaid.map((line) => line.id) })
}
