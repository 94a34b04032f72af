import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { CountOrder, GiveUpPayment } from '#shop/orders/cancel-order.server.ts'
import type { CardPayments, Payment } from './card-payments.server.ts'
import { isPaid, type Recorded, recordPayment } from './record-payment.server.ts'
import { refundPayment } from './refund-payment.server.ts'

/** What it takes to handle money. */
export type Till = { payments: CardPayments; log: Log; countOrder: CountOrder }

/** Records what the provider says of a payment, and gives back what is not owed. */
export async function receivePayment(db: Db, till: Till, payment: Payment): Promise<Recorded> {
  const recorded = await db.transaction().execute((db) => recordPayment(db, payment))
  await actOn(db, till, payment, recorded)
  return recorded
}

/** What follows from a record once it is committed; whatever fails here, the reconciler does again. */
export async function actOn(db: Db, till: Till, payment: Payment, recorded: Recorded) {
  if (recorded === 'paid') till.countOrder('paid')
  if (recorded === 'refund-due') await refundPayment(db, till, payment.id)
  if (recorded === 'not-ours') till.log.warn({ payment }, 'A payment names no order of this shop')
}

/** How orders ask for a payment to be given up: money that came first pays its order, or goes back. */
export function createGiveUpPayment(db: Db, till: Till): GiveUpPayment {
  return async (paymentIntentId) => {
    const payment = await till.payments.giveUp(paymentIntentId)
    const recorded = payment && (await receivePayment(db, till, payment))
    return recorded && isPaid(recorded) ? 'paid' : 'given-up'
  }
}
