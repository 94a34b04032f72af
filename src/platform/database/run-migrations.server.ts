import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './database.server.ts'

/**
 * Brings the database to the newest schema by SQL files, whose statements `files` has by name. Several
 * processes may do so at once: they take turns.
 */
export async function runMigrations(db: Db, files: Record<string, string>): Promise<void> {
  const migrations = Object.entries(files).map(([name, statements]) => {
    const up = async (db: Kysely<unknown>) => void (await sql.raw(statements).execute(db))
    return [name, { up }] as const
  })
  const migrator = new Migrator({
    // Kysely's own bookkeeping tables need no camelCase.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
