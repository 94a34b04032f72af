import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'

const LAST_BACKUP = 'last-backup'
/** A backup is made each night; one may fail. */
const OVERDUE_MS = 48 * 3_600_000

const lastBackup = z.object({ madeAt: z.iso.datetime(), folder: z.string() })

/** The last full backup of this database: when and where it was made. */
export type LastBackup = { madeAt: Date; folder: string }

export async function recordBackup(db: Db, backup: z.infer<typeof lastBackup>): Promise<void> {
  const value = JSON.stringify(backup)
  await db
    .insertInto('installation')
    .values({ name: LAST_BACKUP, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns the last full backup; null when there is none. Scripts may record one too (docs/operations/server.md). */
export async function findLastBackup(db: Db): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', LAST_BACKUP)
    .executeTakeFirst()
  if (!row) return null
  const { madeAt, folder } = lastBackup.parse(JSON.parse(row.value))
  return { madeAt: new Date(madeAt), folder }
}

/** When the server last archived its log, with which only a full backup can be restored; null if it does not. */
export async function findLogArchivedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ archivedAt: Date | null }>`
    select last_archived_time as archived_at from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0]?.archivedAt ?? null
}

/** Whether a backup is missing, or older than two days. */
export function isBackupOverdue(last: LastBackup | null, now: Date): boolean {
  return last === null || now.getTime() - last.madeAt.getTime() > OVERDUE_MS
}
