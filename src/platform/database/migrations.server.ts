import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.server.ts'

const files = import.meta.glob<string>('/db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Brings the database to the newest schema. Several processes may do so at once: they take turns. */
export async function migrate(db: Db): Promise<void> {
  // Kysely's own bookkeeping tables need no camelCase.
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(files).map(([path, statements]) => [
    basename(path, '.sql'),
    { up: async (db: Kysely<unknown>) => void (await sql.raw(statements).execute(db)) },
  ]),
)
