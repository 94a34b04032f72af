import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { addReturned } from '#shop/inventory/stock.server.ts'
import type { KeyedRequest } from '#shop/orders/purchase/idempotency.server.ts'
import {
  findByProviderId,
  lockPayment,
  type PaymentRow,
} from '#shop/payments/queries/payment-queries.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { mayRepeat, type PlannedRefund, planAgain, planNextRefund } from './plan-refund.server.ts'
import { type MadeRefund, refundJson, toRefundJson } from './refund-json.server.ts'
import type { RefundPlan, WantedRefund } from './refund-plan.ts'
import { addRefund, refundsOf, repeatRefund } from './refund-queries.server.ts'
import type { RefundRefusal } from './refund-refusals.server.ts'
import { settleRefundsWithin } from './settle-refunds.server.ts'
import { lockPiecesOfPayment } from './unshipped-pieces.server.ts'

/** A refund requested by an admin: its subject, its reason, and the pieces to restock. */
export type RefundRequest = {
  wanted: WantedRefund
  reason: string
  restock: boolean
  /** The return that it is about. */
  returnId: string | null
  keyed: KeyedRequest & { key: string }
}

/** Returns a preview of a refund. */
export function previewRefund(
  db: Db,
  paymentId: string,
  wanted: WantedRefund,
  returnId: string | null,
): Promise<PlannedRefund | RefundRefusal> {
  return db.transaction().execute(async (db) => {
    const payment = await lockRefundable(db, paymentId)
    if ('refused' in payment) return payment
    if (returnId !== null && !(await isReceived(db, payment, returnId)))
      return { refused: 'no-such-return' }
    return planNextRefund(db, payment, wanted, returnId)
  })
}

/**
 * Refunds a part of a payment, or all of it: records the refund, then asks the provider for it. A
 * repeated request with the same key returns the first answer.
 */
export async function makeRefund(
  db: Db,
  paymentDeps: Pick<PaymentDeps, 'payments' | 'log'>,
  admin: Pick<Caller, 'id'>,
  paymentId: string,
  { wanted, reason, restock, returnId, keyed }: RefundRequest,
): Promise<{ refund: MadeRefund; isReplayed: boolean } | RefundRefusal> {
  const made = await db.transaction().execute(async (db) => {
    const payment = await lockRefundable(db, paymentId)
    if ('refused' in payment) return payment
    // Requests for other payments may have the same key.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${keyed.accountId} ${keyed.key}`}, 0))`.execute(
      db,
    )
    const earlier = await findAnswer(db, keyed)
    if (earlier) return earlier
    if (returnId !== null && !(await isReceived(db, payment, returnId)))
      return { refused: 'no-such-return' as const }
    const planned = await planNextRefund(db, payment, wanted, returnId)
    if ('refused' in planned) return planned
    const { plan } = planned
    const shipped = plan.lines.find(({ quantity, unshipped }) => quantity !== (unshipped ?? 0))
    if (restock && shipped) return wasShipped(db, shipped.lineId)
    const cause = { reason, madeBy: admin.id }
    const row = await addRefund(db, { paymentId: payment.id, returnId, ...cause }, plan)
    if (restock) await takeBack(db, admin, row.id, plan)
    const refund = toRefundJson(row, plan)
    const { accountId, key, hash: requestHash } = keyed
    const answer = JSON.stringify(refund)
    await db.insertInto('idempotencyKey').values({ accountId, key, requestHash, answer }).execute()
    return { refund, isReplayed: false }
  })
  if ('refund' in made) await settleRefundsWithin(WAIT_MS, db, paymentDeps, made.refund.paymentId)
  return made
}

/** How long an admin waits for the provider, before the reconciler goes on. */
const WAIT_MS = 4_000

/**
 * Makes a refund again that failed: the one that is named, so that a second request for it is refused
 * instead of refunding twice.
 */
export async function makeRefundAgain(
  db: Db,
  paymentDeps: Pick<PaymentDeps, 'payments' | 'log'>,
  admin: Pick<Caller, 'id'>,
  paymentId: string,
  refundId: string,
): Promise<MadeRefund | RefundRefusal> {
  const made = await db.transaction().execute(async (db) => {
    const payment = await lockRefundable(db, paymentId)
    if ('refused' in payment) return payment
    const refund = (await refundsOf(db, payment.id)).find(({ id }) => id === refundId)
    if (!refund) return { refused: 'no-such-refund' as const }
    if (!mayRepeat(refund)) return { refused: 'not-failed' as const }
    const plan = await planAgain(db, payment, refund)
    if ('refused' in plan) return plan
    return toRefundJson(await repeatRefund(db, refund, admin.id, plan), plan)
  })
  if (!('refused' in made)) await settleRefundsWithin(WAIT_MS, db, paymentDeps, made.paymentId)
  return made
}

/** Locks a captured payment with its lines, found by its id or that of the provider, until the transaction ends. */
async function lockRefundable(db: Db, id: string): Promise<PaymentRow | RefundRefusal> {
  const found = isUuid(id) ? { id } : await findByProviderId(db, id)
  if (found) await lockPiecesOfPayment(db, found.id)
  const payment = found && (await lockPayment(db, found.id))
  if (!payment) return { refused: 'no-such-payment' }
  return payment.capturedAt ? payment : { refused: 'not-captured' }
}

async function wasShipped(db: Db, lineId: string) {
  const line = db.selectFrom('orderLine').select('productName').where('id', '=', lineId)
  return { refused: 'was-shipped' as const, ...(await line.executeTakeFirstOrThrow()) }
}

/** Whether a return was received, with a line of this payment. */
async function isReceived(db: Db, payment: PaymentRow, returnId: string): Promise<boolean> {
  const { rows } = await sql`
    select from return_request join return_line on return_id = return_request.id
    join payment_line using (order_line_id)
    where return_request.id = ${returnId} and status = 'received' and payment_id = ${payment.id}`.execute(
    db,
  )
  return rows.length > 0
}

async function findAnswer(db: Db, { accountId, key, hash }: RefundRequest['keyed']) {
  const stored = await db
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'answer'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!stored) return undefined
  if (stored.requestHash !== hash) return { refused: 'key-reused' as const }
  return { refund: refundJson.parse(stored.answer), isReplayed: true }
}

/** Puts the pieces of a refund, which were not shipped, back into stock. */
async function takeBack(
  db: Db,
  admin: Pick<Caller, 'id'>,
  refundId: string,
  { lines }: RefundPlan,
): Promise<void> {
  const ids = lines.map(({ lineId }) => lineId)
  // Products are locked in the order of their ids, as by orders, to avoid deadlocks.
  const products = await db
    .selectFrom('orderLine')
    .select(['id', 'productId'])
    .where('id', 'in', ids)
    .orderBy('productId')
    .execute()
  for (const { id, productId } of products) {
    const quantity = lines.find(({ lineId }) => lineId === id)?.quantity
    const returned = { productId, orderLineId: id, accountId: admin.id, refundId }
    if (quantity) await addReturned(db, { ...returned, quantity })
  }
}
