import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateFromFiles, readMigrations } from '#platform/database/migration-files.server.ts'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { readSchemaState, requireCurrentSchema } from './schema-state.server.ts'

const known = Object.keys(readMigrations())
const here = `this is version ${shopVersion()}`

test.each([
  [
    '29990101-0000-far-away',
    '9.1.0',
    `belongs to version 9.1.0 of the shop (its migration 29990101-0000-far-away is unknown here), and ${here}: update the shop`,
  ],
  [
    '29990101-0000-far-away',
    null,
    `belongs to a newer version of the shop (its migration 29990101-0000-far-away is unknown here), and ${here}`,
  ],
  [
    '20261121-0900-create-accounts',
    null,
    `belongs to version 1.0.0 or an unreleased one after it (its migration 20261121-0900-create-accounts is unknown here), and ${here}, which can’t migrate it: run the version that made it`,
  ],
  ['20261121-0900-create-accounts', '2.0.0-dev', 'belongs to an earlier schema of version 2.0.0-dev'],
])(
  'a database with the migration %s of version %s is refused by start and commands, and not changed',
  async (migration, version, sentence) => {
    const comment = version === null ? sql`null` : sql.lit(version)
    await rolledBack((await createTestDatabase()).db, async (db) => {
      await sql`delete from kysely_migration`.execute(db)
      await sql`insert into kysely_migration (name, timestamp) values (${migration}, '')`.execute(db)
      await sql`comment on table kysely_migration is ${comment}`.execute(db)
      const before = await readSchemaState(db, known)
      await expect(migrateFromFiles(db)).rejects.toThrow(sentence)
      await expect(requireCurrentSchema(db, known)).rejects.toThrow(sentence)
      expect(await readSchemaState(db, known)).toEqual(before)
    })
  },
)

test('commands ask for a start before they use a database without a shop, or with migrations to run', async () => {
  await rolledBack((await createTestDatabase()).db, async (db) => {
    expect(await readSchemaState(db, known)).toEqual({ state: 'current', version: shopVersion() })
    await requireCurrentSchema(db, known)
    const more = [...known, '29990101-0000-later']
    await expect(requireCurrentSchema(db, more)).rejects.toThrow(`${here}: start the shop once`)
    const none = 'contains no shop yet: start it once'
    await sql`delete from kysely_migration`.execute(db)
    await expect(requireCurrentSchema(db, known)).rejects.toThrow(none)
    await sql`drop table kysely_migration`.execute(db)
    await expect(requireCurrentSchema(db, known)).rejects.toThrow(none)
  })
})
