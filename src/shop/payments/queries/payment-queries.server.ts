import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Payment as PaymentTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sendNow } from '#platform/mail/outbox.server.ts'
import type { ProviderPayment } from '#shop/payments/provider/card-payments.server.ts'
import type { ProviderForm } from '#shop/payments/provider/provider-form.ts'
import type { Amounts } from '#shop/tax/tax.ts'

/** A payment: open, cancelling, cancelled or captured. */
export type PaymentRow = Selectable<PaymentTable>

export type PaymentPart = { orderLineId: string; netCents: number }

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds the payment with an id of the provider, such as a line's transaction. */
export async function findByProviderId(db: Db, providerId: string) {
  return db.selectFrom('payment').selectAll().where('providerId', '=', providerId).executeTakeFirst()
}

export async function partsOf(db: Db, paymentId: string): Promise<PaymentPart[]> {
  return db
    .selectFrom('paymentLine')
    .select(['orderLineId', 'netCents'])
    .where('paymentId', '=', paymentId)
    .orderBy('orderLineId')
    .execute()
}

/** Whether captured money pays nothing: its payment was cancelled, or has no lines. */
export async function paysNothing(
  db: Db,
  { id, cancelledAt }: Pick<PaymentRow, 'id' | 'cancelledAt'>,
): Promise<boolean> {
  return cancelledAt !== null || (await partsOf(db, id)).length === 0
}

/** A user's recent payments: those of the last minute, and the lines of the last hour. */
export type RecentStarts = { payments: number; lines: number; secondsUntilFewer: number }

/** Counts a user's recent payments; also returns when the first payment of the last hour no longer counts. */
export async function countRecentStarts(db: Db, accountId: string): Promise<RecentStarts> {
  const { rows } = await sql<RecentStarts>`
    select
      count(distinct payment.id) filter (
        where created_at > now() - interval '1 minute'
      )::integer as payments,
      count(payment_line.order_line_id)::integer as lines,
      coalesce(
        ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0
      )::integer as seconds_until_fewer
    from payment left join payment_line on payment_line.payment_id = payment.id
    where account_id = ${accountId} and created_at > now() - interval '1 hour'`.execute(db)
  const [recent] = rows
  if (!recent) throw new Error('A count has a row')
  return recent
}

/** Adds an open payment of these lines; returns its id. */
export async function addPayment(
  db: Db,
  payment: { accountId: string; provider: ProviderForm['provider']; amounts: Amounts },
  parts: PaymentPart[],
): Promise<string> {
  const { accountId, provider, amounts } = payment
  const id = uuidv7()
  const { net: netCents, tax: taxCents } = amounts
  await db.insertInto('payment').values({ id, accountId, provider, netCents, taxCents }).execute()
  const rows = parts.map((part) => ({ paymentId: id, ...part }))
  await db.insertInto('paymentLine').values(rows).execute()
  return id
}

/** Adds unexpected money as a captured payment without lines. */
export async function addUnappliedMoney(
  db: Db,
  paid: ProviderPayment,
  named: PaymentRow,
): Promise<PaymentRow> {
  const id = uuidv7()
  const { accountId, provider } = named
  const amount = { netCents: paid.amountCents, taxCents: 0, currency: paid.currency }
  return db
    .insertInto('payment')
    .values({ id, accountId, provider, providerId: paid.id, ...amount, capturedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Locks the unfinished payments of these lines until the running transaction ends. Payments are
 * locked after lines and in the order of their ids, to avoid deadlocks.
 */
export function lockUnfinishedPayments(db: Db, lineIds: string[]): Promise<PaymentRow[]> {
  const live = db
    .selectFrom('paymentLine')
    .select('paymentId')
    .where('orderLineId', 'in', lineIds)
    .where('isLive', '=', true)
  return db
    .selectFrom('payment')
    .selectAll()
    .where('id', 'in', live)
    .where(isUnfinished)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks a payment until the running transaction ends. */
export function lockPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Marks locked payments as cancelling; the provider is called after the commit. */
export async function markCancelling(db: Db, payments: PaymentRow[]): Promise<void> {
  const open = payments.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (open.length === 0) return
  await db.updateTable('payment').set({ cancellingAt: now }).where('id', 'in', open).execute()
}

/** Reopens a cancelling payment, unless one of its lines is being cancelled. */
export async function keepOpen(db: Db, id: string): Promise<void> {
  const lines = db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select('orderLineId')
    .where('paymentLine.paymentId', '=', id)
    .where('orderLine.status', '=', 'cancelling')
  await db
    .updateTable('payment')
    .set({ cancellingAt: null })
    .where('id', '=', id)
    .where('status', '=', 'cancelling')
    .where(({ not, exists }) => not(exists(lines)))
    .execute()
}

/**
 * Records that a payment was cancelled at the provider under this id, and releases its lines. False
 * when it has ended differently, or has another provider id, under which it may still be paid.
 */
export function markCancelled(db: Db, id: string, providerId: string): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('payment')
      .set({ cancelledAt: now, providerId })
      .where('id', '=', id)
      .where(isUnfinished)
      .where(({ eb, or }) => or([eb('providerId', 'is', null), eb('providerId', '=', providerId)]))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) await freeLines(db, id)
    return numUpdatedRows === 1n
  })
}

async function freeLines(db: Db, paymentId: string): Promise<void> {
  await db.updateTable('paymentLine').set({ isLive: false }).where('paymentId', '=', paymentId).execute()
}

/** Records that the money of a payment has moved. */
export async function markCaptured(db: Db, id: string, { id: providerId, card }: ProviderPayment) {
  const captured = {
    capturedAt: now,
    providerId,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
  }
  await db.updateTable('payment').set(captured).where('id', '=', id).execute()
}

/**
 * Records that a payment pays nothing although money with its provider id has moved. A different amount
 * is recorded as a separate payment with this id.
 */
export async function markUnapplied(db: Db, id: string, isItsOwn: boolean): Promise<void> {
  await db
    .updateTable('payment')
    .set({
      cancelledAt: sql<Date>`coalesce(cancelled_at, now())`,
      ...(isItsOwn ? { capturedAt: now } : { providerId: null }),
    })
    .where('id', '=', id)
    .execute()
  await freeLines(db, id)
}

/** Stores the payment's id at the provider; false when the payment is no longer open. */
export async function storeProviderId(db: Db, id: string, providerId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set({ providerId })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const now = sql<Date>`now()`
// A literal, because a partial index uses this condition.
const isUnfinished = sql<boolean>`payment.status in ('open', 'cancelling')`

/** Sends the confirmations that wait for this payment, because it failed. */
export async function confirmUnpaid(db: Db, providerId: string): Promise<void> {
  const orders = await db
    .selectFrom('payment')
    .innerJoin('paymentLine', 'paymentId', 'payment.id')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select('orderId')
    .distinct()
    .where('payment.providerId', '=', providerId)
    .execute()
  await sendNow(
    db,
    orders.map(({ orderId }) => orderId),
  )
}
