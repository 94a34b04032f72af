import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'

/** A synonym set: words that mean the same in a search. */
export type StoredSynonym = { id: string; terms: string[] }

/** Returns all synonym sets, by their first word. */
export function listSynonyms(db: Db): Promise<StoredSynonym[]> {
  return db.selectFrom('synonym').selectAll().orderBy('terms').orderBy('id').execute()
}

/** Adds a synonym set; null when the same words are a set already. */
export function addSynonym(db: Db, terms: string[], audit: AuditContext): Promise<StoredSynonym | null> {
  return db.transaction().execute(async (db) => {
    if (await isKnown(db, terms)) return null
    const { id } = await db.insertInto('synonym').values({ terms }).returning('id').executeTakeFirstOrThrow()
    await recordAudit(db, { action: 'synonyms-added', subject: about(id, terms), ...audit })
    return { id, terms }
  })
}

/** Whether these words, in any order, are a set already. */
async function isKnown(db: Db, terms: string[]): Promise<boolean> {
  const known = await db
    .selectFrom('synonym')
    .select('id')
    .where(sql<boolean>`terms @> ${terms}::text[] and terms <@ ${terms}::text[]`)
    .executeTakeFirst()
  return known !== undefined
}

/** Replaces the words of a set; false when there is none. */
export async function changeSynonym(
  db: Db,
  id: string,
  terms: string[],
  audit: AuditContext,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('synonym')
      .set({ terms })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordAudit(db, { action: 'synonyms-changed', subject: about(id, terms), ...audit })
    return true
  })
}

export async function deleteSynonym(db: Db, id: string, audit: AuditContext): Promise<boolean> {
  if (!isUuid(id)) return false
  return db.transaction().execute(async (db) => {
    const deleted = await db.deleteFrom('synonym').where('id', '=', id).returning('terms').executeTakeFirst()
    if (!deleted) return false
    await recordAudit(db, {
      action: 'synonyms-deleted',
      subject: about(id, deleted.terms),
      ...audit,
    })
    return true
  })
}

function about(id: string, terms: string[]) {
  return { id, name: terms.join(', ') }
}

export const synonymJson = z
  .object({
    _id: z.string(),
    terms: z.array(z.string()).openapi({ example: ['vise', 'vice'] }),
  })
  .openapi('Synonym')

export type Synonym = z.infer<typeof synonymJson>

export const searchMissJson = z.object({
  query: z.string(),
  count: z.number().int(),
  lastDay: z.string(),
})

export type SearchMiss = z.infer<typeof searchMissJson>

export function toSynonymJson({ id, terms }: StoredSynonym): Synonym {
  return { _id: id, terms }
}
