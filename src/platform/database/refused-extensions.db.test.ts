import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StartupError } from '#platform/startup-error.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { runMigrations } from './run-migrations.server.ts'

test('an extension that can’t be created stops the start with what to do', async () => {
  const { db } = await createTestDatabase()
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(db)
  const migrating = runMigrations(db, { first: 'create extension no_such_extension' })
  await expect(migrating).rejects.toThrow(StartupError)
  await expect(migrating).rejects.toThrow('run CREATE EXTENSION no_such_extension')
})

test('a user without the right to create the extension gets an explanation', async () => {
  const { db } = await createTestDatabase()
  await sql`drop table kysely_migration, kysely_migration_lock`.execute(db)
  await sql`drop extension pg_trgm cascade`.execute(db)
  await sql`create role visiting`.execute(db)
  const files = {
    first: 'set local role visiting; create extension pg_trgm; reset role',
  }
  await expect(runMigrations(db, files)).rejects.toThrow('run CREATE EXTENSION pg_trgm')
  await sql`drop role visiting`.execute(db)
})
