import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import type { OrderLines } from './order-list.ts'
import type { SavedList } from './order-list-json.ts'

/** The slot of the current list; named lists have 1 to 20. */
const CURRENT = 0

/** Returns a user's current list; empty, with version 0, before it is first saved. */
export async function readCurrentList(db: Db, accountId: string): Promise<SavedList> {
  const row = await db
    .selectFrom('orderList')
    .select(['lines', 'version'])
    .where('accountId', '=', accountId)
    .where('slot', '=', CURRENT)
    .executeTakeFirst()
  return row ? { lines: toLines(row.lines), version: row.version } : { lines: [], version: 0 }
}

/** Saves a list of the version that the caller read: another device may have saved it meanwhile. */
export async function saveCurrentList(
  db: Db,
  accountId: string,
  { lines, version }: { lines: OrderLines; version: number },
): Promise<SavedList | Refusal<'list-changed'>> {
  const saved =
    version === 0
      ? await insertCurrent(db, accountId, lines)
      : await db
          .updateTable('orderList')
          .set({ lines: JSON.stringify(lines), version: version + 1, updatedAt: new Date() })
          .where('accountId', '=', accountId)
          .where('slot', '=', CURRENT)
          .where('version', '=', version)
          .returning(['lines', 'version'])
          .executeTakeFirst()
  if (!saved) return { refused: 'list-changed' }
  return { lines: toLines(saved.lines), version: saved.version }
}

function insertCurrent(db: Db, accountId: string, lines: OrderLines) {
  return db
    .insertInto('orderList')
    .values({ id: uuidv7(), accountId, slot: CURRENT, lines: JSON.stringify(lines) })
    .onConflict((conflict) => conflict.columns(['accountId', 'slot']).doNothing())
    .returning(['lines', 'version'])
    .executeTakeFirst()
}

/** Locks these users' lists until the transaction ends, and returns the versions of those ever saved. */
export async function lockCurrentLists(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orderList')
    .select(['accountId', 'version'])
    .where('accountId', 'in', accountIds)
    .where('slot', '=', CURRENT)
    .orderBy('accountId')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ accountId, version }) => [accountId, version]))
}

/** Gives the current lists of these users, which were placed, their next version. */
export async function countPlacedLists(db: Db, accountIds: readonly string[]): Promise<void> {
  await db
    .insertInto('orderList')
    .values(accountIds.map((accountId) => ({ id: uuidv7(), accountId, slot: CURRENT })))
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'slot'])
        .doUpdateSet(({ ref }) => ({ version: sql<number>`${ref('orderList.version')} + 1` })),
    )
    .execute()
}

export async function deleteListsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('orderList').where('accountId', '=', accountId).execute()
}

/** Returns the lines of a row, which only this module writes. */
export function toLines(lines: unknown): SavedList['lines'] {
  return lines as SavedList['lines']
}
