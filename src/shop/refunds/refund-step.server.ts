import { sql, type UpdateObject } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { DB } from '#platform/database/database-tables.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'
import { selectLines, toLine } from '#shop/orders/line-queries.server.ts'
import { recordMoneyEvent } from '#shop/orders/order-events.server.ts'
import { queueRefundMail } from '#shop/orders/order-mails.server.ts'
import type { ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import type { PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import { type RefundAction, statusAfter } from './refund.ts'
import { amountsOf } from './refund-plan.server.ts'
import { type RefundRow, refundLines } from './refund-queries.server.ts'

/** When a refund first succeeded, although the bank may have returned its money since. */
const succeededAt = sql<Date>`coalesce(succeeded_at, now())`

/** What each action changes besides the status. */
const changes = {
  // Asking finds changes whose events were lost.
  accept: { checkAt: sql<Date>`now() + interval '1 hour'` },
  // A bank may return a refund that had succeeded, for up to 30 days.
  succeed: {
    succeededAt,
    checkAt: sql<Date | null>`case when ${succeededAt} > now() - interval '30 days'
      then now() + interval '1 day' end`,
  },
  fail: { checkAt: null, providerId: null, failures: sql<number>`failures + 1` },
  drop: { checkAt: null },
  repeat: { checkAt: sql<Date>`now()`, providerId: null, origin: 'shop' },
  payBack: { succeededAt },
} satisfies Record<RefundAction, UpdateObject<DB, 'refund'>>

/**
 * Changes a refund of a locked payment as `refundStates` says. When it has succeeded, its order gets an event,
 * its buyer a mail and its invoice a credit note. Call it last in the transaction, because document numbers stay
 * locked until the commit.
 */
export async function step(
  db: Db,
  payment: PaymentRow,
  refund: RefundRow,
  action: RefundAction,
  change: UpdateObject<DB, 'refund'> = {},
): Promise<RefundRow> {
  const status = statusAfter(refund, action)
  if (!status) throw new Error(`A refund that is ${refund.status} allows no ${action}`)
  const changed = await db
    .updateTable('refund')
    .set({ ...changes[action], ...change, status })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (status === 'succeeded' && refund.status !== 'succeeded') await announce(db, payment, changed)
  return changed
}

const actions = { pending: 'accept', succeeded: 'succeed', failed: 'fail' } as const

/** Records what the provider says about a refund; what its status does not allow changes nothing. */
export async function applyAnswer(
  db: Db,
  payment: PaymentRow,
  refund: RefundRow,
  { id: providerId, state }: ProviderRefund,
): Promise<void> {
  const action = actions[state]
  if (!statusAfter(refund, action)) return
  await step(db, payment, refund, action, action === 'fail' ? {} : { providerId })
}

async function announce(db: Db, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { id: refundId, madeBy, failures, reason, paidBack } = refund
  const parts = await refundLines(db, refundId)
  // A free amount belongs to none of several lines.
  const about =
    parts.length > 0
      ? db.selectFrom('refundLine').select('orderLineId').where('refundId', '=', refundId)
      : db.selectFrom('paymentLine').select('orderLineId').where('paymentId', '=', payment.id)
  const lines = await selectLines(db)
    .where('orderLine.id', 'in', about)
    .orderBy('orderLine.id')
    .execute()
  const amounts = amountsOf(refund)
  await recordMoneyEvent(db, lines, {
    kind: 'refunded',
    actorId: madeBy,
    data: { refundId },
    cents: amounts.total,
  })
  const payer = db.selectFrom('account').select('email').where('id', '=', payment.accountId)
  const email = lines[0]?.email ?? (await payer.executeTakeFirst())?.email ?? ''
  await queueRefundMail(
    db,
    { email, lines: lines.map(toLine) },
    {
      refundId,
      refunded: parts,
      transactionId: payment.providerId ?? '',
      amounts,
      reason,
      isAgain: failures > 0,
      paidBack,
    },
  )
  await issueCreditNote(db, refundId)
}
