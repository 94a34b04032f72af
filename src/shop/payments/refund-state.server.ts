import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { findLine, toLine } from '#shop/orders/line-queries.server.ts'
import { queueRefundMail } from '#shop/orders/order-mails.server.ts'
import type { Refund } from './provider/card-payments.server.ts'

/** What the ledger knows about the refund of a payment; its due parts are refunded together. */
export type RefundState = {
  capturedCents: number
  dueCents: number
  /** The refund that was asked for last, unless it failed. */
  refundId: string | null
  isRefunded: boolean
  failures: number
}

/** Hours until a failed refund is made again. After the last one a person has to pay back. */
const RETRY_HOURS = [1, 24]
/** Events are faster; this finds what they lost. */
const PENDING_HOURS = 1
/** A bank may return a refund that had succeeded, for up to 30 days. */
const RETURNED_WITHIN_DAYS = 30

/** Returns the state of a payment's refund, or null when nothing of the payment is due. */
export async function findRefundState(
  db: Db,
  paymentIntentId: string,
): Promise<RefundState | null> {
  const parts = await db
    .selectFrom('capturedPayment')
    .select(['amountCents', 'refundDueAt', 'refundedAt', 'refundId', 'refundFailures'])
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
  const due = parts.filter(({ refundDueAt }) => refundDueAt !== null)
  const [first] = due
  if (!first) return null
  const sum = (some: typeof parts) => some.reduce((total, part) => total + part.amountCents, 0)
  return {
    capturedCents: sum(parts),
    dueCents: sum(due),
    refundId: first.refundId,
    isRefunded: first.refundedAt !== null,
    failures: first.refundFailures,
  }
}

/**
 * Records what the provider says about a refund, and queues a mail for each order whose part is now
 * refunded, in one transaction. False when the state is no longer `before`.
 */
export function recordRefund(
  db: Db,
  paymentIntentId: string,
  before: RefundState,
  refund: Refund,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const parts = await db
      .updateTable('capturedPayment')
      .set(changeBy(refund, before))
      .where('paymentIntentId', '=', paymentIntentId)
      .where('refundDueAt', 'is not', null)
      .where('refundedAt', before.isRefunded ? 'is not' : 'is', null)
      .where('refundId', 'is not distinct from', before.refundId)
      .where('refundFailures', '=', before.failures)
      .returning(['orderLineId', 'amountCents'])
      .execute()
    if (refund.state !== 'succeeded' || before.isRefunded) return parts.length > 0
    for (const { orderLineId, amountCents } of parts) {
      const order = await findLine(db, orderLineId)
      // An abandoned order was placed by somebody who had not proved to own the mailbox.
      if (!order || order.abandoned) continue
      const isAgain = before.failures > 0
      await queueRefundMail(db, toLine(order), { paymentIntentId, amountCents, isAgain })
    }
    return parts.length > 0
  })
}

function changeBy(refund: Refund, { isRefunded, failures }: RefundState) {
  switch (refund.state) {
    case 'succeeded':
      return {
        refundId: refund.id,
        refundedAt: sql<Date>`coalesce(refunded_at, now())`,
        refundCheckAt: nextCheckOfRefunded(),
      }
    case 'pending':
      // One that counts as refunded is pending only by the records of an earlier version.
      return {
        refundId: refund.id,
        refundCheckAt: isRefunded ? nextCheckOfRefunded() : inHours(PENDING_HOURS),
      }
    case 'failed': {
      const hours = RETRY_HOURS[failures]
      return {
        refundId: null,
        refundedAt: null,
        refundFailures: failures + 1,
        refundCheckAt: hours === undefined ? null : inHours(hours),
      }
    }
  }
}

function inHours(hours: number): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(hours => ${hours}::integer)`
}

/** Once a day while a bank may return the money. */
function nextCheckOfRefunded(): RawBuilder<Date | null> {
  return sql<Date | null>`case
    when coalesce(refunded_at, now()) > now() - make_interval(days => ${RETURNED_WITHIN_DAYS}::integer)
    then now() + interval '1 day' end`
}
