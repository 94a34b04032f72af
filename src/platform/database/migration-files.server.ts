import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Db } from './database.server.ts'
import { runMigrations } from './run-migrations.server.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/** Returns the migrations by name, in their order, for scripts outside the build. */
export function readMigrations(): Record<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(
    files.sort().map((file) => [basename(file, '.sql'), readFileSync(join(folder, file), 'utf8')]),
  )
}

/**
 * Migrates a database for scripts outside the build. Names match those of the build, so the shop
 * finds all migrations applied.
 */
export function migrateFromFiles(db: Db): Promise<void> {
  return runMigrations(db, readMigrations())
}
