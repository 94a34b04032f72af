import { basename } from 'node:path'
import type { Db } from './database.server.ts'
import { runMigrations } from './run-migrations.server.ts'

const files = import.meta.glob<string>('/db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Migrates the database to the newest schema with the SQL files in the build. */
export function migrate(db: Db): Promise<void> {
  const named = Object.entries(files).map(([path, statements]) => [
    basename(path, '.sql'),
    statements,
  ])
  return runMigrations(db, Object.fromEntries(named))
}
