import { expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'

const site = {
  name: 'Forgewell',
  publicUrl: 'https://shop.example',
  isDemo: false,
  offersGoogle: false,
}

test('a count that fails is only logged', async () => {
  const { db } = await createTestDatabase()
  const { name } = await addProduct(db, { name: 'Tenon Saw' })
  await db.schema.alterTable('product_count').renameTo('lost_count').execute()
  const logged: string[] = []
  const log = createLog('error', { write: (line) => logged.push(line) })
  const page = await renderPage('/purchase', { db, site, log })
  expect(page).toContain(name)
  expect(page).toContain('Total Tools Found <strong>1</strong>')
  expect(logged).toEqual([expect.stringContaining('product_count')])
})
