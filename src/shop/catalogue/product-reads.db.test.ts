import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { toProductJson } from './product-json.server.ts'
import { listProductPage } from './product-pages.server.ts'
import { createProductReads } from './product-reads.server.ts'

test('concurrent reads find what single ones do', async () => {
  const { db } = await createTestDatabase()
  const reads = createProductReads(db)
  const added = []
  for (let n = 0; n < 5; n++) added.push(await addProduct(db, { name: `Anvil ${n}` }))
  const ids = added.map(({ id }) => id)
  const others = ['0198c0de-0000-7000-8000-000000000001', 'no id']
  const asked = [...ids, ...ids, ids[0]?.toUpperCase() ?? '', ...others]
  const found = await Promise.all(asked.map((id) => reads.find(id)))
  expect(found.map((product) => product?.id)).toEqual([
    ...ids,
    ...ids,
    ids[0],
    undefined,
    undefined,
  ])
  expect(await Promise.all([reads.count(), reads.count()])).toEqual([5, 5])

  const places = [0, 1, 2, 3, 1000].map((page) => ({ size: 2, page }))
  const pages = await Promise.all(places.map((place) => reads.listAsJson(place)))
  const single = await Promise.all(places.map((place) => listProductPage(db, 'oldest', place)))
  expect(pages.map((text) => JSON.parse(text))).toEqual(
    single.map((page) => page.map(toProductJson)),
  )
  expect(single.map((page) => page.length)).toEqual([2, 2, 1, 0, 0])
})

test('a read sees a write that ended before it began', async () => {
  const { db } = await createTestDatabase()
  const reads = createProductReads(db)
  const { id } = await addProduct(db)
  for (let quantity = 101; quantity < 120; quantity++) {
    const before = [reads.find(id), reads.find(id)]
    await db.updateTable('product').set({ quantity }).where('id', '=', id).execute()
    expect(await reads.find(id)).toMatchObject({ quantity })
    await Promise.all(before)
  }
  await db.updateTable('product').set({ quantity: 100 }).where('id', '=', id).execute()
})
