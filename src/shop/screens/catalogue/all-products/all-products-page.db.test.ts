import { expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addDemoCatalogue } from '#server/testing/catalogue.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'

test('a count that fails is only logged', async () => {
  const { db } = await createTestDatabase()
  const { name } = await addProduct(db, { name: 'Tenon Saw' })
  await db.schema.alterTable('product_count').renameTo('lost_count').execute()
  const logged: string[] = []
  const log = createLog('error', { write: (line) => logged.push(line) })
  const page = await renderPage('/purchase', { db, log })
  expect(page).toContain(name)
  expect(page).toContain('Total Tools Found <strong>1</strong>')
  expect(logged).toEqual([expect.stringContaining('product_count')])
})

test.each([
  'spec.jaw-width=NaN..1e400',
  'spec.finish=a%07',
  'spec.colour=red',
  'category=none',
  'price=cheap',
])('a filter that is dropped (%s) is named once, and chosen nowhere', async (dropped) => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  for (const path of ['/purchase?q=wrench', '/tools/category/wrenches?stock=1']) {
    const page = await renderPage(`${path}&${dropped}`, { db })
    const [name = '', value = ''] = dropped.replace('spec.', '').split('=')
    if (path.startsWith('/purchase') || name !== 'category')
      expect(page).toContain(`The filter “${name}” was dropped.`)
    expect(page).not.toContain(`Remove ${name}`)
    expect(page).not.toContain(`value="${decodeURIComponent(value)}"`)
    expect(page).toContain('Combination Wrench 13 mm')
  }
})
