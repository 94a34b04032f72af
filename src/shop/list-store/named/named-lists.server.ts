import { createHash, randomBytes } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OrderList } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { orderLines, type SavedList, savedList } from '#shop/list-store/order-list-json.ts'
import { toLines } from '#shop/list-store/order-list-queries.server.ts'

/** How long a link to a list works (product 16.5). */
const SHARE_DAYS = 30
const UNIQUE_VIOLATION = '23505'
const DAY_MS = 24 * 60 * 60 * 1000

export type StoredNamedList = SavedList & { id: string; name: string; sharedUntil: Date | null }

const columns = ['id', 'name', 'lines', 'version', 'shareExpiresAt'] as const

export async function listNamedLists(db: Db, accountId: string, now: Date): Promise<StoredNamedList[]> {
  const rows = await db
    .selectFrom('orderList')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('slot', '>', 0)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map((row) => toNamedList(row, now))
}

/** Adds a named list in the first free slot; the unique slots are the limit. */
export async function addNamedList(
  db: Db,
  accountId: string,
  { name, lines }: { name: string; lines: SavedList['lines'] },
): Promise<StoredNamedList | Refusal<'name-taken' | 'too-many-lists'>> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into order_list (id, account_id, slot, name, lines)
    select ${uuidv7()}, ${accountId}, free.slot, ${name}, ${JSON.stringify(lines)}::jsonb
    from (
      select slot from generate_series(1, 20) as slot
      where slot not in (select slot from order_list where account_id = ${accountId})
      order by slot limit 1
    ) free
    on conflict do nothing
    returning id, version`.execute(db)
  const [added] = rows
  if (added) return { ...added, name, lines, sharedUntil: null }
  const isTaken = await hasName(db, accountId, name)
  return { refused: isTaken ? 'name-taken' : 'too-many-lists' }
}

async function hasName(db: Db, accountId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('orderList')
    .select('id')
    .where('accountId', '=', accountId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Saves a named list, under a new name if one is given, unless it changed since `version`. */
export async function saveNamedList(
  db: Db,
  accountId: string,
  id: string,
  { lines, version, name }: SavedList & { name?: string | undefined },
): Promise<SavedList | Refusal<'no-such-list' | 'list-changed' | 'name-taken'>> {
  const change = { lines: JSON.stringify(lines), version: version + 1, updatedAt: new Date() }
  try {
    const saved = await db
      .updateTable('orderList')
      .set(name === undefined ? change : { ...change, name })
      .where(isOwn(accountId, id))
      .where('version', '=', version)
      .returning(['lines', 'version'])
      .executeTakeFirst()
    if (saved) return { lines: toLines(saved.lines), version: saved.version }
  } catch (error) {
    if (Object(error).code === UNIQUE_VIOLATION) return { refused: 'name-taken' }
    throw error
  }
  const lists = await listNamedLists(db, accountId, new Date())
  return { refused: lists.some((list) => list.id === id) ? 'list-changed' : 'no-such-list' }
}

/** Deletes a named list; false if the user has no such list. */
export async function deleteNamedList(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('orderList').where(isOwn(accountId, id)).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Creates a link to a named list, valid for 30 days; an earlier link ends. Only the token's hash is
 * stored, so that a database dump reveals no links. Undefined if there is no such list.
 */
export async function shareList(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + SHARE_DAYS * DAY_MS)
  const changed = await setShare(db, accountId, id, { hash: hashOf(token), expiresAt })
  return changed ? { token, expiresAt } : undefined
}

/** Revokes the link to a list; false if there is no such list. */
export function unshareList(db: Db, accountId: string, id: string): Promise<boolean> {
  return setShare(db, accountId, id, { hash: null, expiresAt: null })
}

async function setShare(
  db: Db,
  accountId: string,
  id: string,
  { hash, expiresAt }: { hash: string | null; expiresAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orderList')
    .set({ shareHash: hash, shareExpiresAt: expiresAt })
    .where(isOwn(accountId, id))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds the list of a link's token; undefined when it has expired or was revoked. */
export async function findSharedList(db: Db, token: string, now: Date): Promise<StoredNamedList | undefined> {
  const row = await db
    .selectFrom('orderList')
    .select(columns)
    .where('shareHash', '=', hashOf(token))
    .where('shareExpiresAt', '>', now)
    .executeTakeFirst()
  return row && toNamedList(row, now)
}

const isOwn = (accountId: string, id: string) =>
  sql<boolean>`id = ${id} and account_id = ${accountId} and slot > 0`

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

function toNamedList(row: Pick<Selectable<OrderList>, (typeof columns)[number]>, now: Date) {
  const { id, name, lines, version, shareExpiresAt } = row
  const isShared = shareExpiresAt !== null && shareExpiresAt > now
  return {
    id,
    name: name ?? '',
    lines: toLines(lines),
    version,
    sharedUntil: isShared ? shareExpiresAt : null,
  }
}

export const namedListJson = savedList
  .extend({
    _id: z.string(),
    name: z.string(),
    sharedUntil: z.string().optional().describe('When its link expires'),
  })
  .openapi('NamedOrderList')

export type NamedList = z.infer<typeof namedListJson>

export const sharedListJson = z.object({
  name: z.string(),
  lines: orderLines,
  sharedUntil: z.string(),
})

export function toNamedListJson({ id, sharedUntil, ...list }: StoredNamedList): NamedList {
  return { _id: id, ...list, sharedUntil: sharedUntil?.toISOString() }
}
