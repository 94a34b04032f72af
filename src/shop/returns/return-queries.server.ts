import { type Selectable, sql, type UpdateObject } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { DB, ReturnRequest as ReturnTable } from '#platform/database/database-tables.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { lockPiecesOfOrder } from '#shop/shipping/parcels/line-pieces.server.ts'
import type { ReturnRefusal } from './return-refusals.server.ts'
import type { ReturnStatus } from './return-request.ts'

export type ReturnRow = Selectable<ReturnTable>

/** A return as the caller has seen it: its id or number, and the version. */
export type SeenReturn = { key: string; version: number }

const RETURN_NUMBER = /^FW-\d+-R\d+$/i

/** Finds a return by its number, in either case. */
export async function findReturn(db: Db, number: string): Promise<ReturnRow | undefined> {
  if (!RETURN_NUMBER.test(number)) return undefined
  return db
    .selectFrom('returnRequest')
    .selectAll()
    .where('number', '=', number.toUpperCase())
    .executeTakeFirst()
}

/**
 * Locks a return that `caller` may see, and the lines of its order, until the transaction ends; refused
 * when it has changed since the caller saw it, or has another status.
 */
export async function lockReturn(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  { key, version }: SeenReturn,
  statuses: ReturnStatus[],
): Promise<ReturnRow | ReturnRefusal> {
  if (!isUuid(key) && !RETURN_NUMBER.test(key)) return { refused: 'no-such-return' }
  const found = await db
    .selectFrom('returnRequest')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['returnRequest.id', 'orderId'])
    .where(
      isUuid(key) ? 'returnRequest.id' : 'returnRequest.number',
      '=',
      isUuid(key) ? key : key.toUpperCase(),
    )
    .$if(caller.role !== 'admin', (query) =>
      query.where('accountId', '=', caller.id).where('abandoned', '=', false),
    )
    .executeTakeFirst()
  if (!found) return { refused: 'no-such-return' }
  await lockPiecesOfOrder(db, found.orderId)
  const row = await db
    .selectFrom('returnRequest')
    .selectAll()
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.version !== version) return { refused: 'stale' }
  return statuses.some((status) => status === row.status) ? row : { refused: 'not-now' }
}

/** Changes a locked return; returns it with its next version. */
export function changeReturn(
  db: Db,
  id: string,
  change: UpdateObject<DB, 'returnRequest'>,
): Promise<ReturnRow> {
  return db
    .updateTable('returnRequest')
    .set({ ...change, version: sql<number>`version + 1`, changedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the lines of a return with their products, in the order of their ids. */
export function linesOfReturn(db: Db, returnId: string) {
  return db
    .selectFrom('returnLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLineId', 'productName', 'returnLine.quantity'])
    .where('returnId', '=', returnId)
    .orderBy('orderLineId')
    .execute()
}

/** Returns the returns of an order, oldest first. */
export function returnsOfOrder(db: Db, orderId: string): Promise<ReturnRow[]> {
  return db
    .selectFrom('returnRequest')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()
}

/** Returns a page of the returns with a status, oldest first; `page` starts at 0. */
export function listReturns(
  db: Db,
  { status, size, page }: { status: ReturnStatus; size: number; page: number },
): Promise<ReturnRow[]> {
  return db
    .selectFrom('returnRequest')
    .selectAll()
    .where('status', '=', status)
    .orderBy('id')
    .limit(size)
    .offset(size * page)
    .execute()
}

const MAX_COUNTED = 10_000

/** Returns how many returns have a status, up to a maximum. */
export async function countReturns(db: Db, status: ReturnStatus): Promise<number> {
  const { count } = await db
    .selectFrom((of) =>
      of
        .selectFrom('returnRequest')
        .select('id')
        .where('status', '=', status)
        .limit(MAX_COUNTED)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
