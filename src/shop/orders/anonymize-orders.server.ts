import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { cancelLinesWithin, type OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import { lineIs, lineMay } from './line-states.server.ts'

/** An order without what its buyer wrote; a search finds it by its products. */
const withoutOwnWords = {
  address: '',
  shippingAddress: null,
  poNumber: null,
  searched: sql<string>`(
    select coalesce(string_agg(distinct product_name || ' ' || sku, ' '), '')
    from order_line where order_id = orders.id
  )`,
}

/**
 * Anonymizes the orders of a deleted user: removes name and address, marks unpaid orders as
 * cancelling, and deletes the responses stored for idempotency keys.
 */
export async function anonymizeOrdersOf(
  db: Db,
  accountId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ ...pseudonym, ...withoutOwnWords })
    .where('accountId', '=', accountId)
    .execute()
  await markCancellingOf(db, accountId)
  await db.deleteFrom('idempotencyKey').where('accountId', '=', accountId).execute()
}

/** Marks all unpaid orders of a buyer as cancelling, in the caller's transaction. */
export async function markCancellingOf(db: Db, accountId: string): Promise<void> {
  await markCancelling(db).where('accountId', '=', accountId).execute()
}

/**
 * Marks all unpaid orders of buyers with an unverified e-mail as cancelling, in the caller's
 * transaction. Returns their ids.
 */
export async function markCancellingOfUnverified(db: Db): Promise<string[]> {
  const unverified = db.selectFrom('account').select('id').where('emailVerified', '=', false)
  const marked = await markCancelling(db)
    .where('accountId', 'in', unverified)
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}

function markCancelling(db: Db) {
  return db
    .updateTable('orderLine')
    .set({ cancellingAt: sql<Date>`coalesce(cancelling_at, now())` })
    .where(lineMay('cancel'))
}

const AT_ONCE = 10
// The longest wait for a card provider that does not respond.
const MOST_WAIT_MS = 5_000

/**
 * For an account that the owner of its e-mail takes over: marks the unpaid orders as cancelling,
 * and removes the owner's e-mail from them and from their mail.
 */
export async function detachOrdersOf(
  db: Db,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      name: 'Unknown',
      email: `reclaimed-${id}@deleted.invalid`,
      ...withoutOwnWords,
      abandoned: true,
    })
    .where('accountId', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orderLine')
            .select('id')
            .whereRef('orderId', '=', 'orders.id')
            .where(lineIs('paid')),
        ),
      ),
    )
    .execute()
  await markCancellingOf(db, id)
  await sql`delete from outgoing_mail
    where template like 'order-%' and content->>'email' = ${email}`.execute(db)
  await db.deleteFrom('idempotencyKey').where('accountId', '=', id).execute()
}

type FinishedCancels = { cancelled: number; stillCancelling: number; failed: unknown[] }

/**
 * Cancels each cancelling order of a buyer, on behalf of the buyer or of `caller`. Within about
 * five seconds it returns how many were cancelled, how many stay cancelling because the card
 * provider has not responded, and the errors; the reconciler finishes the rest.
 */
export async function finishCancelling(
  db: Db,
  deps: OrderDeps,
  accountId: string,
  caller: Pick<Caller, 'id'>,
  mostWaitMs = MOST_WAIT_MS,
): Promise<FinishedCancels> {
  const orders = await db
    .selectFrom('orderLine')
    .select('id')
    .where('accountId', '=', accountId)
    .where(lineIs('cancelling'))
    .execute()
  return cancelMarked(
    db,
    deps,
    orders.map(({ id }) => id),
    caller,
    mostWaitMs,
  )
}

/** Cancels these orders, which are marked as cancelling, like `finishCancelling`. */
export async function cancelMarked(
  db: Db,
  deps: OrderDeps,
  orders: readonly string[],
  caller: Pick<Caller, 'id'>,
  mostWaitMs = MOST_WAIT_MS,
): Promise<FinishedCancels> {
  const failed: unknown[] = []
  const until = performance.now() + mostWaitMs
  let cancelled = 0
  let settled = 0
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const left = until - performance.now()
    if (left <= 0) break
    const some = orders.slice(from, from + AT_ONCE)
    const done = await Promise.allSettled(
      some.map((id) => cancelLinesWithin(left, db, deps, caller, [id])),
    )
    for (const one of done) {
      if (one.status === 'rejected') failed.push(one.reason)
      else if (one.value !== 'under-way') {
        settled += 1
        cancelled += one.value.size
      }
    }
  }
  return { cancelled, stillCancelling: orders.length - settled, failed }
}
