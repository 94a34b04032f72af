import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { addImport, CHANGE_ONLY } from '#shop/imports/change-import.server.ts'

const MIGRATION = '20261129-1830-checks-of-imports'

test('of earlier imports, those that wait are compared again, and what was stale still says so', async () => {
  await rolledBack((await createTestDatabase()).db, async (db) => {
    const given = {
      ...CHANGE_ONLY,
      file: Buffer.from(''),
      actor: 'operator' as const,
      ipAddress: null,
    }
    const add = async (fileName: string, status: string, stale: number) => {
      const id = await addImport(db, { ...given, fileName })
      await db.updateTable('productImport').set({ status, stale }).where('id', '=', id).execute()
      return id
    }
    await add('waits', 'compared', 0)
    const importId = await add('was applied', 'applied', 1)
    const changes = JSON.stringify([{ field: 'perPrice', from: 1, to: 2, outcome: 'stale' }])
    await db
      .insertInto('productImportRow')
      .values({ importId, position: 2, cells: '[]', changes, state: 'changed' })
      .execute()
    await sql`alter table product_import drop checks`.execute(db)
    await sql`alter table product_import_row drop checks`.execute(db)
    await sql.raw(readMigrations()[MIGRATION] ?? '').execute(db)
    const imports = db.selectFrom('productImport').select(['fileName', 'status', 'checks'])
    const none = { rows: 0, price: 0, stock: 0, sku: 0, stale: 0 }
    expect(await imports.orderBy('createdAt').orderBy('id').execute()).toEqual([
      { fileName: 'waits', status: 'reading', checks: none },
      { fileName: 'was applied', status: 'applied', checks: { ...none, rows: 1, stale: 1 } },
    ])
    const row = db.selectFrom('productImportRow').select('checks')
    expect(await row.executeTakeFirst()).toEqual({ checks: ['stale'] })
  })
})
