import { sql } from 'kysely'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Db, OpenDatabase } from './database.server.ts'

const EVERY_MS = 60_000

/**
 * Does for the embedded database what autovacuum does on a server, with its default thresholds: one
 * table a minute is vacuumed and analyzed. Without statistics, statements planned for an empty table
 * read all of a full one; without vacuum, tables of short-lived rows grow for ever.
 */
export function createAutovacuum({
  maintenance,
  log,
}: Pick<OpenDatabase, 'maintenance'> & { log: Log }): Worker {
  return createWorker({
    pauseMs: EVERY_MS,
    run: async () => {
      const table = await maintenance(vacuumMostChanged)
      if (table) log.debug({ table }, 'Table vacuumed')
    },
    onError: (error) => log.error(error, 'Vacuum failed'),
  })
}

/** Vacuums and analyzes the table with the largest share of changed rows; returns its name, if any. */
export async function vacuumMostChanged(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string; table: string }>`
    select schemaname as "schema", relname as "table" from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by (n_dead_tup + n_mod_since_analyze)::real / (n_live_tup + 1) desc
    limit 1`.execute(db)
  const [changed] = rows
  if (!changed) return undefined
  await sql`vacuum (analyze) ${sql.id(changed.schema, changed.table)}`.execute(db)
  return changed.table
}
