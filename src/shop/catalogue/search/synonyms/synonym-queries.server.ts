import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'

/** A synonym set: words that mean the same in a search. */
export type StoredSynonym = { id: string; terms: string[] }

/** The admin who changes the words, and their IP address. */
export type AuditActor = Pick<AuditEntry, 'actor' | 'ipAddress'>

/** Returns all synonym sets, by their first word. */
export function listSynonyms(db: Db): Promise<StoredSynonym[]> {
  return db.selectFrom('synonym').selectAll().orderBy('terms').orderBy('id').execute()
}

/** Adds a synonym set. */
export function addSynonym(db: Db, terms: string[], by: AuditActor): Promise<StoredSynonym> {
  return db.transaction().execute(async (db) => {
    const { id } = await db
      .insertInto('synonym')
      .values({ terms })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(db, 'synonyms-added', id, terms, by)
    return { id, terms }
  })
}

/** Replaces the words of a set; false when there is none. */
export async function changeSynonym(
  db: Db,
  id: string,
  terms: string[],
  by: AuditActor,
): Promise<boolean> {
  if (!isUuid(id)) return false
  return db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('synonym')
      .set({ terms })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await record(db, 'synonyms-changed', id, terms, by)
    return true
  })
}

/** Deletes a set; false when there is none. */
export async function deleteSynonym(db: Db, id: string, by: AuditActor): Promise<boolean> {
  if (!isUuid(id)) return false
  return db.transaction().execute(async (db) => {
    const deleted = await db
      .deleteFrom('synonym')
      .where('id', '=', id)
      .returning('terms')
      .executeTakeFirst()
    if (!deleted) return false
    await record(db, 'synonyms-deleted', id, deleted.terms, by)
    return true
  })
}

function record(
  db: Db,
  action: AuditEntry['action'],
  id: string,
  terms: string[],
  { actor, ipAddress }: AuditActor,
): Promise<void> {
  return recordAudit(db, { action, subject: { id, name: terms.join(', ') }, actor, ipAddress })
}
