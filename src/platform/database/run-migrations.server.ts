import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import type { Db } from './database.server.ts'
import { foreignSchemaText, readSchemaState, recordVersion } from './schema-state.server.ts'

/**
 * Migrates the database to the newest schema. `files` maps names to SQL statements. Concurrent
 * processes wait for each other. Throws a StartupError when the database belongs to another version
 * of the shop.
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
  const state = await readSchemaState(db, Object.keys(files))
  if (state.state === 'foreign') throw new StartupError(foreignSchemaText(state))
  const { error } = await migrator.migrateToLatest()
  if (error) throw refusedExtension(error) ?? error
  if (state.version !== shopVersion()) await recordVersion(db)
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
