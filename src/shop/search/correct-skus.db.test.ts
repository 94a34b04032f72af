import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addCatalogue, addDemoCatalogue } from '#server/testing/catalogue.ts'
import { findProducts, suggestProducts } from './find-products.server.ts'
import { everything } from './query/search-query.ts'

test('a SKU is found however it is typed', async () => {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  await addCatalogue(db, [{ name: 'A crate for FW-1013', sku: 'X-1' }])
  const typed = [
    ...['FW-1013', 'fw1013', 'FW 1013', ' fw-1013 ', 'FW.1013', 'Fw_1013', 'ＦＷ–1013'],
    ...['FW1O13', 'FW-1O13', 'fw-l013', 'fw10133', 'fw-1o 13', 'wf-1013', 'fw1031'],
  ]
  for (const text of typed) {
    const query = { ...everything, text }
    const found = await findProducts(db, { query, notes: [] }, { size: 5, page: 0 })
    expect(found.products[0]?.name, text).toBe('Combination Wrench 13 mm')
    const suggested = await suggestProducts(db, text)
    expect(suggested.products[0]?.name, text).toBe('Combination Wrench 13 mm')
  }
  const corrected = await suggestProducts(db, 'FW1O13')
  expect(corrected.correctedText).toBe('FW-1013')
})
