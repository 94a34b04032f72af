import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB, Refund as RefundTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { keepAccounts } from '#shop/auth/user-queries.server.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'
import { selectLines, toLine } from '#shop/orders/line-queries.server.ts'
import { recordMoneyEvent } from '#shop/orders/order-events.server.ts'
import { queueRefundMail } from '#shop/orders/order-mails.server.ts'
import type { ProviderRefund } from '#shop/payments/provider/card-payments.server.ts'
import {
  findPayment,
  lockPayment,
  type PaymentRow,
  partsOf,
} from '#shop/payments/queries/payment-queries.server.ts'
import { lockPieces } from '#shop/pieces/line-pieces.server.ts'
import { amountsOf, leftOf, type PlannedLine, type RefundPlan } from './refund-plan.server.ts'

/** Each status, what may happen, and the status that follows; commands, reconciler and tests use this table. */
export const refundStates = {
  // Until the provider answers. Without an answer the reconciler asks again, with the same key.
  wanted: { accept: 'sent', succeed: 'succeeded', fail: 'failed', drop: 'failed' },
  sent: { accept: 'sent', succeed: 'succeeded', fail: 'failed' },
  // The bank may return the money for weeks. Pending is then only a correction of the provider.
  succeeded: { accept: 'succeeded', succeed: 'succeeded', fail: 'failed' },
  // An admin repeats it or pays back in another way, or it was made on the provider's site instead.
  failed: { repeat: 'wanted', payBack: 'succeeded', accept: 'sent', succeed: 'succeeded' },
} as const

export type RefundStatus = keyof typeof refundStates
/** The provider's answers are `accept`, `succeed` and `fail`; `drop` is for money that went back elsewhere. */
export type RefundAction = 'accept' | 'succeed' | 'fail' | 'drop' | 'repeat' | 'payBack'

/** When a refund first succeeded, although the bank may have returned its money since. */
const succeededAt = sql<Date>`coalesce(succeeded_at, now())`

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

/** Returns the status that follows an action; undefined when the refund's status does not allow it. */
export function statusAfter({ status }: { status: string }, action: RefundAction): RefundStatus | undefined {
  const follows: Partial<Record<RefundAction, RefundStatus>> = refundStates[status as RefundStatus]
  return follows[action]
}

/** Whether an admin may repeat a refund: it failed, and its money is still owed. */
export function mayRepeat(refund: { status: string; isOwed: boolean }): boolean {
  return refund.isOwed && statusAfter(refund, 'repeat') !== undefined
}

export type RefundRow = Selectable<RefundTable>

/** A payment that is locked with its lines, and its refunds, oldest first. */
export type LockedRefunds = { payment: PaymentRow; refunds: RefundRow[] }

/** Returns the refunds of a payment, oldest first. */
export function refundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refund').selectAll().where('paymentId', '=', paymentId).orderBy('id').execute()
}

/**
 * Locks a payment, before it its lines, against packing and other refunds, and first of all the accounts of
 * its buyer and of who refunds, against their deletion, until the transaction ends; returns its refunds.
 */
export async function lockRefunds(
  db: Db,
  paymentId: string,
  madeBy?: string,
): Promise<LockedRefunds | undefined> {
  const paid = await findPayment(db, paymentId)
  if (!paid) return undefined
  await keepAccounts(db, madeBy === undefined ? [paid.accountId] : [paid.accountId, madeBy])
  const parts = await partsOf(db, paymentId)
  await lockPieces(
    db,
    parts.map(({ orderLineId }) => orderLineId),
  )
  const payment = await lockPayment(db, paymentId)
  return payment && { payment, refunds: await refundsOf(db, paymentId) }
}

/** Adds a refund with its lines; by default, it is wanted now. A refund of $0 succeeds at once. */
export async function addRefund(
  db: Db,
  refund: Omit<Insertable<RefundTable>, 'id' | 'netCents' | 'taxCents'>,
  { net, tax, lines }: Pick<RefundPlan, 'net' | 'tax' | 'lines'>,
): Promise<RefundRow> {
  const id = uuidv7()
  const isOfMoney = net + tax > 0
  const begun = isOfMoney
    ? { checkAt: sql<Date>`now()` }
    : { status: 'succeeded', succeededAt: sql<Date>`now()` }
  const added = await db
    .insertInto('refund')
    .values({ ...begun, ...refund, id, netCents: net, taxCents: tax })
    .returningAll()
    .executeTakeFirstOrThrow()
  const parts = lines.map(({ lineId, quantity, net, unshipped }) => ({
    refundId: id,
    orderLineId: lineId,
    quantity,
    unshipped,
    netCents: net,
  }))
  if (parts.length > 0) await db.insertInto('refundLine').values(parts).execute()
  return added
}

/** Adds a refund of the whole rest of a locked payment, by the shop itself. */
export async function refundAll(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const left = leftOf(payment, await refundsOf(db, payment.id))
  if (left.total > 0) await addRefund(db, { paymentId: payment.id, reason }, { ...left, lines: [] })
}

/** Returns what a refund takes back of its lines, in their order. */
export async function refundLines(db: Db, refundId: string): Promise<PlannedLine[]> {
  const rows = await db
    .selectFrom('refundLine')
    .select(['orderLineId as lineId', 'quantity', 'unshipped', 'netCents'])
    .where('refundId', '=', refundId)
    .orderBy('orderLineId')
    .execute()
  return rows.map(({ netCents, ...line }) => ({ ...line, net: cents(netCents) }))
}

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
  const refunded = await refundLines(db, refundId)
  // A free amount belongs to none of several lines.
  const about =
    refunded.length > 0
      ? db.selectFrom('refundLine').select('orderLineId').where('refundId', '=', refundId)
      : db.selectFrom('paymentLine').select('orderLineId').where('paymentId', '=', payment.id)
  const lines = await selectLines(db).where('orderLine.id', 'in', about).orderBy('orderLine.id').execute()
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
      refunded,
      transactionId: payment.providerId ?? '',
      amounts,
      reason,
      isAgain: failures > 0,
      paidBack,
    },
  )
  await issueCreditNote(db, refundId)
}
