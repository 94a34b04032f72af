import { generate, PostgresDialect } from 'kysely-codegen'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'

// After a change of the schema, write the types anew with: npx vitest run database-tables -u
test('the table types are those of the migrated schema', async () => {
  const { db } = await createTestDatabase()
  const types = await generate({
    // Their build of Kysely's types is another one; the object is the same.
    db: db.withoutPlugins() as never,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    camelCase: true,
    excludePattern: 'kysely_*',
  })
  await expect(types).toMatchFileSnapshot('../../../db/database-tables.ts')
})
