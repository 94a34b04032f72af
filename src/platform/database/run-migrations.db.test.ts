import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateFromFiles } from '#platform/database/migration-files.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'

test('an older version refuses a database that a newer one has migrated, and changes nothing', async () => {
  const { db } = await createTestDatabase()
  await migrateFromFiles(db)
  await sql`insert into kysely_migration (name, timestamp) values ('29990101-0000-far-away', 'x')`.execute(
    db,
  )
  await expect(migrateFromFiles(db)).rejects.toThrow(
    /another version of the shop, .* \(it has the migration 29990101-0000-far-away\): update the shop/,
  )
})
