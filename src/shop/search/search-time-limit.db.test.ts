import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'
import { findProducts } from './find-products.server.ts'
import { everything } from './query/search-query.ts'
import { SearchTooSlow, withTimeLimit } from './search-time-limit.server.ts'

test('a statement that the database ends asks for a narrower search', async () => {
  const { db } = await createTestDatabase()
  const ended = () => Promise.reject(Object.assign(new Error('cancelled'), { code: '57014' }))
  await expect(withTimeLimit(db, ended)).rejects.toThrow(SearchTooSlow)
  const broken = () => Promise.reject(Object.assign(new Error('broken'), { code: 'XX000' }))
  await expect(withTimeLimit(db, broken)).rejects.toThrow('broken')
})

test('a search that takes too long is answered in time', { tags: 'long' }, async () => {
  const shop = await openTestShop()
  await addProduct(shop.db)
  const query = { ...everything, text: 'square' }
  await shop.db.transaction().execute(async (db) => {
    await sql`lock table product_search in access exclusive mode`.execute(db)
    const found = await findProducts(shop.db, { query, notes: [] }, { size: 5, page: 0 })
    expect(found).toMatchObject({ isTooSlow: true, products: [], total: 0 })
    for (const path of ['/products/suggest?q=square', '/products?q=square']) {
      expect(await callApi(shop.app, 'GET', path)).toMatchObject({
        status: 422,
        body: { code: 'too-broad' },
      })
    }
  })
  expect((await callApi(shop.app, 'GET', '/products/suggest?q=square')).status).toBe(200)
})
