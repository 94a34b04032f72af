import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './database.server.ts'

/**
 * Migrates the database to the newest schema. `files` maps names to SQL statements. Concurrent
 * processes wait for each other.
 */
export async function runMigrations(db: Db, files: Record<string, string>): Promise<void> {
  const migrations = Object.entries(files).map(([name, statements]) => {
    const up = async (db: Kysely<unknown>) => void (await sql.raw(statements).execute(db))
    return [name, { up }] as const
  })
  const migrator = new Migrator({
    // Kysely's migration tables already use its own names.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
