import type { Db } from './database.server.ts'
import { orderMigrations } from './order-migrations.ts'
import { runMigrations } from './run-migrations.server.ts'

const schema = import.meta.glob<string>('/db/schema/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const later = import.meta.glob<string>('/db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Migrates the database to the newest schema with the SQL files in the build. */
export function migrate(db: Db): Promise<void> {
  return runMigrations(db, orderMigrations(schema, later))
}
