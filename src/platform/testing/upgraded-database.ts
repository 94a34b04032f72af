import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from './database.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/**
 * Creates a test database as it was before the migration `first` (a file name), runs `before` on it,
 * then applies that migration and all later ones.
 */
export async function createUpgradedDatabase(first: string, before: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const run = (statements: string) => sql.raw(statements).execute(database.db)
  const files = readdirSync(folder).sort()
  const migrate = async (names: string[]) => {
    for (const name of names) await run(readFileSync(join(folder, name), 'utf8'))
  }
  if (!files.includes(first)) throw new Error(`There is no migration ${first}`)
  await run('drop schema public cascade; create schema public')
  await migrate(files.slice(0, files.indexOf(first)))
  await run(before)
  await migrate(files.slice(files.indexOf(first)))
  return database
}
