import { type RawBuilder, sql, type UpdateObject } from 'kysely'
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

/** Polling finds changes whose events were lost. */
const PENDING_HOURS = 1
/** A bank may return a refund that had succeeded, for up to 30 days. */
const RETURNED_WITHIN_DAYS = 30

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
  change: UpdateObject<DB, 'refund'>,
): Promise<RefundRow> {
  const status = statusAfter(refund, action)
  if (!status) throw new Error(`A refund that is ${refund.status} allows no ${action}`)
  const changed = await db
    .updateTable('refund')
    .set({ ...change, status })
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (status === 'succeeded' && refund.status !== 'succeeded') await announce(db, payment, changed)
  return changed
}

/** Records what the provider says about a refund; what its status does not allow changes nothing. */
export async function applyAnswer(
  db: Db,
  payment: PaymentRow,
  refund: RefundRow,
  { id: providerId, state }: ProviderRefund,
): Promise<void> {
  const [action, change] = {
    pending: ['accept', { providerId, checkAt: inHours(PENDING_HOURS) }] as const,
    succeeded: ['succeed', { providerId, succeededAt, checkAt: dailyWhileReturnable }] as const,
    failed: ['fail', { providerId: null, checkAt: null, failures: refund.failures + 1 }] as const,
  }[state]
  if (statusAfter(refund, action)) await step(db, payment, refund, action, change)
}

/** When a refund first succeeded, although the bank may have returned its money since. */
export const succeededAt = sql<Date>`coalesce(succeeded_at, now())`

const dailyWhileReturnable = sql<Date | null>`case
  when ${succeededAt} > now() - make_interval(days => ${RETURNED_WITHIN_DAYS}::integer)
  then now() + interval '1 day' end`

function inHours(hours: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(hours => ${hours}::integer)`
}

async function announce(db: Db, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { id: refundId, madeBy, failures, reason, paidBack } = refund
  const parts = await refundLines(db, refundId)
  const ofPayment = db
    .selectFrom('paymentLine')
    .select('orderLineId')
    .where('paymentLine.paymentId', '=', payment.id)
  const paid = await selectLines(db)
    .where('orderLine.id', 'in', ofPayment)
    .orderBy('orderLine.id')
    .execute()
  // A free amount belongs to none of several lines.
  const lines = paid.filter(
    ({ id }) => parts.length === 0 || parts.some(({ lineId }) => lineId === id),
  )
  const amounts = amountsOf(refund)
  await recordMoneyEvent(db, lines, {
    kind: 'refunded',
    actorId: madeBy,
    data: { refundId },
    cents: amounts.total,
  })
  const email = lines[0]?.email ?? (await payerOf(db, payment))
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

/** The e-mail for a payment without lines. */
async function payerOf(db: Db, { accountId }: PaymentRow): Promise<string> {
  const account = db.selectFrom('account').select('email').where('id', '=', accountId)
  return (await account.executeTakeFirst())?.email ?? ''
}
