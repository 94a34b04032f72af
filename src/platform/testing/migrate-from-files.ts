import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Db } from '#platform/database/database.server.ts'
import { runMigrations } from '#platform/database/run-migrations.server.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/**
 * Brings a database to the newest schema for a script that is no part of the build. The shop has the
 * same files in its build, and finds under these names that all are done.
 */
export function migrateFromFiles(db: Db): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((file) => [basename(file, '.sql'), readFileSync(join(folder, file), 'utf8')])
  return runMigrations(db, Object.fromEntries(files))
}
