import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from './database.server.ts'
import { orderMigrations } from './order-migrations.ts'
import { runMigrations } from './run-migrations.server.ts'

const root = join(import.meta.dirname, '../../..')

/** Returns the migrations by name, in their order, for scripts outside the build. */
export function readMigrations(): Record<string, string> {
  return orderMigrations(readFiles('db/schema/*.sql'), readFiles('db/migrations/*.sql'))
}

/**
 * Migrates a database for scripts outside the build. Names match those of the build, so the shop
 * finds all migrations applied.
 */
export function migrateFromFiles(db: Db): Promise<void> {
  return runMigrations(db, readMigrations())
}

function readFiles(pattern: string): Record<string, string> {
  const paths = globSync(pattern, { cwd: root })
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
