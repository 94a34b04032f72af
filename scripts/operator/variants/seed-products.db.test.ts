import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { seedDemo } from '#operations/seed/seed-demo.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { countProducts } from '#shop/catalogue/products.server.ts'
import { seedProducts } from './seed-products.server.ts'

const noImages = {
  store: async () => ({ url: '/media/0123456789abcdef0123456789abcdef.webp' }),
  has: async () => true,
  read: async () => null,
}

test('a demo is filled with variants and their stock; a second run adds only missing ones', {
  tags: 'long',
}, async () => {
  const { db } = await createTestDatabase()
  await seedDemo(db, noImages)
  const own = await countProducts(db)
  const steps: number[] = []
  expect(await seedProducts(db, 2500, 'demo', (done) => steps.push(done))).toEqual({
    ok: true,
    message: '2,500 of 2,500 products were added.',
  })
  expect(steps).toEqual([2000, 2500])
  expect(await countProducts(db)).toBe(own + 2500)
  expect(await findViolations(db)).toEqual([])
  const { rows } = { rows: await db.selectFrom('product').select(['sku', 'category']).execute() }
  expect(new Set(rows.map(({ sku }) => sku)).size).toBe(own + 2500)
  expect(rows.every(({ category }) => category !== null)).toBe(true)
  expect((await seedProducts(db, 2600, 'demo')).message).toBe('100 of 2,600 products were added.')
})

test('live shops, shops without the demo, and too many products are refused', async () => {
  const { db } = await createTestDatabase()
  await addProduct(db)
  for (const [count, mode] of [
    [10, 'live'],
    [10, 'demo'],
    [1_000_001, 'demo'],
  ] as const)
    expect((await seedProducts(db, count, mode)).ok).toBe(false)
  expect(await countProducts(db)).toBe(1)
})
