import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartupError } from '#platform/startup-error.ts'
import type { Db } from './database.server.ts'

/**
 * Migrates the database to the newest schema. `files` maps names to SQL statements. Concurrent
 * processes wait for each other. Throws a StartupError when another version of the shop has migrated
 * the database already.
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
  await refuseNewerDatabase(db, files)
  const { error } = await migrator.migrateToLatest()
  if (error) throw refusedExtension(error) ?? error
}

// The extension is missing, or the user may not create it.
const REFUSALS = new Set(['42501', '0A000', '58P01'])

function refusedExtension(error: unknown): StartupError | null {
  const { code, message } = Object(error)
  const name = /extension "(\w+)"/.exec(String(message))?.[1]
  if (!REFUSALS.has(code) || name === undefined) return null
  return new StartupError(
    `The database needs the extension ${name} of PostgreSQL’s contrib package (${message}): run CREATE EXTENSION ${name} in this database as its owner or a superuser, then start the shop again.`,
  )
}

async function refuseNewerDatabase(db: Db, files: Record<string, string>): Promise<void> {
  const applied = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!applied.rows[0]?.exists) return
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all (${Object.keys(files)}) order by name`.execute(
    db,
  )
  if (!rows[0]) return
  throw new StartupError(
    `This database belongs to another version of the shop, newer or from before the first release (it has the migration ${rows[0].name}): update the shop, restore a backup that this version made, or begin with an empty database.`,
  )
}
