import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { addReturned } from '#shop/inventory/stock.server.ts'
import { keyedRequest } from '#shop/orders/purchase/idempotency.server.ts'
import { findByProviderId } from '#shop/payments/queries/payment-queries.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { addRefund, type LockedRefunds, lockRefunds, mayRepeat, refundLines, step } from './refund.server.ts'
import {
  type MadeRefund,
  type NewRefund,
  type RefundPreview,
  refundJson,
  toPlanJson,
  toRefundJson,
  type WantedRefund,
} from './refund-json.server.ts'
import { amountsOf, leftToRefund, planAgain, planRefund, readRefundable } from './refund-plan.server.ts'
import { refuseRefund } from './refund-refusals.server.ts'
import { settleRefunds } from './settle-refunds.server.ts'

type RefundDeps = Pick<PaymentDeps, 'providers' | 'log'>

/** Returns what a refund would return, and what would be left of the payment. */
export function previewRefund(db: Db, paymentId: string, wanted: WantedRefund): Promise<RefundPreview> {
  return db.transaction().execute(async (db) => {
    const { left, plan } = await planWithin(db, await lockRefundable(db, paymentId), wanted)
    const rest = cents(left.total - plan.total)
    return { ...toPlanJson(plan), left: centsToDollars(rest), less: centsToDollars(plan.less) }
  })
}

/** Records a refund of a payment or a part, then asks the provider. The same key gets the first answer again. */
export async function makeRefund(
  db: Db,
  refundDeps: RefundDeps,
  { id: accountId }: Pick<Caller, 'id'>,
  paymentId: string,
  wanted: NewRefund,
  key: string,
): Promise<{ refund: MadeRefund; isReplayed: boolean }> {
  const { hash: requestHash } = keyedRequest(accountId, key, { id: paymentId, ...wanted })
  const made = await db.transaction().execute(async (db) => {
    const locked = await lockRefundable(db, paymentId, accountId)
    const earlier = await findAnswer(db, { accountId, key, requestHash })
    if (earlier) return { refund: earlier, isReplayed: true }
    const { plan } = await planWithin(db, locked, wanted)
    const { reason, return: returnId } = wanted
    const added = { paymentId: locked.payment.id, returnId, reason, madeBy: accountId }
    const row = await addRefund(db, added, plan)
    if ('restock' in wanted && wanted.restock) await restock(db, row.id, accountId)
    const refund = toRefundJson(row, plan)
    const answer = JSON.stringify(refund)
    await db.insertInto('idempotencyKey').values({ accountId, key, requestHash, answer }).execute()
    return { refund, isReplayed: false }
  })
  await settleSoon(db, refundDeps, made.refund.paymentId)
  return made
}

/** Repeats a failed refund in its row: one credit note, one restock, and a second request is refused. */
export async function repeatRefund(
  db: Db,
  refundDeps: RefundDeps,
  { id: madeBy }: Pick<Caller, 'id'>,
  paymentId: string,
  refundId: string,
): Promise<MadeRefund> {
  const made = await db.transaction().execute(async (db) => {
    const { payment, refunds } = await lockRefundable(db, paymentId, madeBy)
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund) throw refuseRefund({ refused: 'no-such-refund' })
    if (!mayRepeat(refund)) throw refuseRefund({ refused: 'not-failed' })
    const others = refunds.filter((other) => other !== refund)
    const refundable = await readRefundable(db, payment.id, leftToRefund(payment, others))
    const plan = planAgain(amountsOf(refund), await refundLines(db, refundId), refundable)
    const amounts = { netCents: plan.net, taxCents: plan.tax }
    const repeated = await step(db, payment, refund, 'repeat', { madeBy, ...amounts })
    for (const { lineId, net } of plan.lines) {
      await db
        .updateTable('refundLine')
        .set({ netCents: net })
        .where('refundId', '=', refundId)
        .where('orderLineId', '=', lineId)
        .execute()
    }
    return toRefundJson(repeated, plan)
  })
  await settleSoon(db, refundDeps, made.paymentId)
  return made
}

/** How long an admin waits for the provider, before the reconciler goes on. */
const WAIT_MS = 4_000

async function settleSoon(db: Db, refundDeps: RefundDeps, paymentId: string): Promise<void> {
  const settled = settleRefunds(db, refundDeps, paymentId).catch((err) =>
    refundDeps.log.warn({ err, paymentId }, 'Refund deferred'),
  )
  await Promise.race([settled, setTimeout(WAIT_MS, undefined, { ref: false })])
}

/** Locks a captured payment with its lines, found by its id or that of the provider, until the transaction ends. */
async function lockRefundable(db: Db, id: string, madeBy?: string) {
  const named = isUuid(id) ? { id } : await findByProviderId(db, id)
  const locked = named && (await lockRefunds(db, named.id, madeBy))
  if (!locked) throw refuseRefund({ refused: 'no-such-payment' })
  if (!locked.payment.capturedAt) throw refuseRefund({ refused: 'not-captured' })
  return locked
}

async function planWithin(db: Db, { payment, refunds }: LockedRefunds, wanted: WantedRefund) {
  const left = leftToRefund(payment, refunds)
  const plan = planRefund(wanted, await readRefundable(db, payment.id, left, wanted.return))
  return { left, plan }
}

/** Returns the answer to an earlier request with this key, which it locks, as requests for other payments may have it. */
async function findAnswer(
  db: Db,
  { accountId, key, requestHash }: { accountId: string; key: string; requestHash: string },
) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${accountId} ${key}`}, 0))`.execute(db)
  const stored = await db
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'answer'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored && stored.requestHash !== requestHash) throw refuseRefund({ refused: 'key-reused' })
  return stored && refundJson.parse(stored.answer)
}

/** Puts the pieces of a refund, which were not shipped, back into stock. */
async function restock(db: Db, refundId: string, accountId: string): Promise<void> {
  const pieces = await db
    .selectFrom('refundLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLineId', 'productId', 'unshipped as quantity'])
    .where('refundId', '=', refundId)
    // Products are locked in the order of their ids, as by orders, to avoid deadlocks.
    .orderBy('productId')
    .execute()
  for (const line of pieces) await addReturned(db, { ...line, accountId, refundId })
}
