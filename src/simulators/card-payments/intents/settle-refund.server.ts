import { findObject, lockObject, saveObject } from '#simulators/card-payments/store/object-store.server.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { recordEvent } from '#simulators/card-payments/webhooks/events.server.ts'

export type RefundEnd = 'succeeded' | 'failed'

const SLOW_BANK_MS = 5000

/** Lets the bank decide about a stored refund in some seconds. */
export async function settleLater(tx: Transaction, id: string, end: RefundEnd, now: Date) {
  await tx.query('update card_simulator.object set behaviour = $2, settles_at = $3 where id = $1', [
    id,
    end,
    new Date(now.getTime() + SLOW_BANK_MS),
  ])
}

/** Ends a refund as decided when it was made. The money of a failed one can be refunded again. */
export async function settleRefund(tx: Transaction, id: string, now: Date): Promise<void> {
  const known = await findObject(tx, 'refund', id)
  // In the order in which a new refund locks them.
  const charge = known && (await lockObject(tx, 'charge', known.charge))
  const refund = charge && (await lockObject(tx, 'refund', id))
  if (!refund) throw new Error(`Refund ${id} or its charge does not exist`)
  const { rows } = await tx.query<{ behaviour: RefundEnd | null }>(
    `select behaviour from card_simulator.object where id = $1 and settles_at is not null`,
    [id],
  )
  const end = rows[0]?.behaviour
  if (!end) return // another process settled it
  await tx.query('update card_simulator.object set settles_at = null, behaviour = null where id = $1', [id])
  refund.status = end
  if (end === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card'
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    await saveObject(tx, charge)
  }
  await saveObject(tx, refund)
  await recordEvent(tx, now, end === 'failed' ? 'refund.failed' : 'refund.updated', refund, null)
  await recordEvent(tx, now, 'charge.refund.updated', refund, null)
}
