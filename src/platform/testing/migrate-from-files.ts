import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from '#platform/database/database.server.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/**
 * Brings a database to the newest schema for a script that is no part of the build. The shop has the
 * same files in its build, and finds under these names that all are done.
 */
export async function migrateFromFiles(db: Db): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const migrations = files.map((file) => {
    const statements = readFileSync(join(folder, file), 'utf8')
    const up = async (db: Kysely<unknown>) => void (await sql.raw(statements).execute(db))
    return [basename(file, '.sql'), { up }] as const
  })
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  const { error } = await new Migrator({ db: db.withoutPlugins(), provider }).migrateToLatest()
  if (error) throw error
}
