import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Db } from '#platform/database/database.server.ts'
import { runMigrations } from '#platform/database/run-migrations.server.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/**
 * Migrates a database for scripts outside the build. Names match those of the build, so the shop
 * finds all migrations applied.
 */
export function migrateFromFiles(db: Db): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((file) => [basename(file, '.sql'), readFileSync(join(folder, file), 'utf8')])
  return runMigrations(db, Object.fromEntries(files))
}
