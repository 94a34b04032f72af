import type { InferResult } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { lineIs, lineIsListed, lineMay } from './line-states.server.ts'
import type { LineStatus, PlacedLine } from './order.ts'
import { headerColumns, storedAddress, toCompany } from './order-header.server.ts'
import { queuePaidMail } from './order-mails.server.ts'

/** Selects lines with their orders' columns and the payment that paid them. */
export function selectLines(db: Db) {
  return db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .leftJoin('payment as paidBy', 'paidBy.id', 'orderLine.paymentId')
    .selectAll('orderLine')
    .select(['paidBy.providerId as transactionId', 'paidBy.capturedAt as paidAt'])
    .select(['paidBy.cardBrand', 'paidBy.cardLast4'])
    .select(headerColumns)
    .select(['orders.number as orderNumber', 'orders.abandoned'])
    .select(['orders.taxPercent', 'orders.taxTreatment', 'orders.taxReference'])
}

export type LineRow = InferResult<ReturnType<typeof selectLines>>[number]

export type OwnLines = 'listed' | 'cancelled'

/** Returns a buyer's own lines, newest first: those after the line `after`, or a zero-based page. */
export async function listLinesOf(
  db: Db,
  accountId: string,
  which: OwnLines,
  { size, page = 0, after = null }: { size: number; page?: number; after?: string | null },
): Promise<PlacedLine[]> {
  const rows = await ownLines(db, accountId, which)
    .$if(after !== null, (query) => query.where('orderLine.id', '<', after))
    .orderBy('orderLine.id', 'desc')
    .limit(size)
    .offset(size * page)
    .execute()
  return rows.map(toLine)
}

export async function countLinesOf(db: Db, accountId: string, which: OwnLines): Promise<number> {
  const { count } = await ownLines(db, accountId, which)
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function ownLines(db: Db, accountId: string, which: OwnLines) {
  return selectLines(db)
    .where('orderLine.accountId', '=', accountId)
    .where('abandoned', '=', false)
    .where(which === 'cancelled' ? lineIs('cancelled') : lineIsListed())
}

/** Returns lines of all buyers, newest first: `before` or `after` a line. */
export async function listAllLines(
  db: Db,
  which: OwnLines,
  { size, before, after }: { size: number; before?: string | undefined; after?: string | undefined },
): Promise<PlacedLine[]> {
  const rows = await selectLines(db)
    .where(which === 'cancelled' ? lineIs('cancelled') : lineIsListed())
    .$if(before !== undefined, (query) => query.where('orderLine.id', '<', before ?? ''))
    .$if(after !== undefined, (query) => query.where('orderLine.id', '>', after ?? ''))
    .orderBy('orderLine.id', after === undefined ? 'desc' : 'asc')
    .limit(size)
    .execute()
  return rows.map(toLine)
}

const MAX_COUNTED = 10_000

/** Returns how many lines all buyers have, up to a maximum. */
export async function countAllLines(db: Db, which: OwnLines): Promise<{ count: number; more: boolean }> {
  const lines = db
    .selectFrom('orderLine')
    .select('id')
    .where(which === 'cancelled' ? lineIs('cancelled') : lineIsListed())
    .limit(MAX_COUNTED + 1)
  const row = await db
    .selectFrom(lines.as('lines'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  return { count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED }
}

/** Finds a buyer's own line, none that is cancelled. */
export async function findOwnLine(db: Db, buyerId: string, id: string) {
  const line = await findAnyLineFor(db, { id: buyerId, role: 'buyer' }, id)
  return line?.status === 'cancelled' ? undefined : line
}

/** Finds a line that `caller` may see: their own, or any for an admin; cancelled ones too. */
export async function findAnyLineFor(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  id: string,
): Promise<LineRow | undefined> {
  if (!isUuid(id)) return undefined
  return selectLines(db)
    .where('orderLine.id', '=', id)
    .$if(caller.role !== 'admin', (query) =>
      query.where('orderLine.accountId', '=', caller.id).where('abandoned', '=', false),
    )
    .executeTakeFirst()
}

/** Locks lines until the transaction ends, always in the order of their ids, to avoid deadlocks. */
export async function lockLines(db: Db, ids: string[]): Promise<LineRow[]> {
  if (ids.length === 0) return []
  await db.selectFrom('orderLine').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return selectLines(db).where('orderLine.id', 'in', ids).orderBy('orderLine.id').execute()
}

/** Marks a buyer's unpaid lines as paid by this payment and queues one mail, in the caller's transaction. */
export async function markPaid(db: Db, lineIds: string[], paymentId: string): Promise<void> {
  if (lineIds.length === 0) return
  const { numUpdatedRows } = await db
    .updateTable('orderLine')
    .set({ paymentId, cancellingAt: null })
    .where('id', 'in', lineIds)
    .where(lineMay('settle'))
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== lineIds.length) throw new Error('A line to be paid is not unpaid')
  const paid = await selectLines(db).where('orderLine.id', 'in', lineIds).execute()
  await queuePaidMail(db, paid.map(toLine), paymentId)
}

export function toLine(line: LineRow): PlacedLine {
  const { unitPriceCents, shippingAddress, status, cardBrand, cardLast4, companyId, companyName, ...row } =
    line
  return {
    ...row,
    card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    unitPrice: cents(unitPriceCents),
    shippingAddress: storedAddress.parse(shippingAddress),
    company: toCompany({ companyId, companyName }),
    // A generated column, computed from the same status names.
    status: status as LineStatus,
  }
}
