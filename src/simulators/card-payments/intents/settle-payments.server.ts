import type { Pool } from 'pg'
import { findObject, lockObject } from '#simulators/card-payments/store/object-store.server.ts'
import { inTransaction } from '#simulators/card-payments/store/transaction.server.ts'
import { chargeIntent } from './charge-intent.server.ts'
import { behaviourOf } from './payment-methods.server.ts'
import { settleRefund } from './settle-refund.server.ts'

/** Charges the intents in `processing`, and ends the refunds, whose `settles_at` has passed. */
export async function settleDuePayments(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ id: string; type: string }>(
    `select id, type from card_simulator.object where settles_at <= $1
       and not exists (select 1 from card_simulator.fault where kind = 'bank_on_hold')
     order by settles_at`,
    [now],
  )
  for (const { id, type } of rows) {
    if (type === 'refund') await inTransaction(pool, (tx) => settleRefund(tx, id, now))
    else await settlePayment(pool, id, now)
  }
}

function settlePayment(pool: Pool, id: string, now: Date): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const intent = await lockObject(tx, 'payment_intent', id)
    if (intent?.status !== 'processing') return // another process settled it
    const method = await findObject(tx, 'payment_method', intent.payment_method ?? '')
    if (!method) throw new Error(`Intent ${id} is processing without a payment method`)
    const behaviour = await behaviourOf(tx, method.id)
    await chargeIntent({ tx, now, caller: 'secret', idempotencyKey: null }, intent, method, behaviour)
    await tx.query('update card_simulator.object set settles_at = null where id = $1', [id])
  })
}
