import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { listAlternatives } from '#shop/catalogue/alternatives.server.ts'
import { findDeletedProduct, listProductsByIds } from '#shop/catalogue/product-lists.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { addProduct } from '#testing/products.ts'
import { renderPage } from '#testing/rendered-page.tsx'

const site = {
  name: 'Forgewell',
  publicUrl: 'https://shop.example',
  isDemo: false,
  offersGoogle: false,
}

async function openSaws() {
  const { db } = await createTestDatabase()
  await db.insertInto('category').values({ slug: 'saws', name: 'Saws' }).execute()
  await db
    .insertInto('specification')
    .values({ category: 'saws', key: 'length', name: 'Length', kind: 'number', unit: 'mm' })
    .execute()
  const addSaw = async (name: string, specifications: Record<string, string | number>) => {
    const { id } = await addProduct(db, { name })
    await db
      .updateTable('product')
      .set({ category: 'saws', specifications: JSON.stringify(specifications) })
      .where('id', '=', id)
      .execute()
    return { _id: id, name }
  }
  return { db, addSaw }
}

test('the page shows the specifications with units, and the alternatives that differ least first', async () => {
  const { db, addSaw } = await openSaws()
  const far = await addSaw('Bow Saw', { length: 600, teeth: 8, cut: 'rip' })
  const saw = await addSaw('Tenon Saw', { length: 300, teeth: 12 })
  const near = await addSaw('Dovetail Saw', { length: 250, teeth: 12 })
  const html = await renderPage(productPath(saw), { db, site })
  expect(html).toContain('300\u00a0mm')
  expect(html.indexOf(productPath(near))).toBeLessThan(html.indexOf(productPath(far)))
  expect(html.indexOf(productPath(near))).toBeGreaterThan(0)
  expect(html).toContain('/tools/category/saws')
})

test('an address with another name redirects for good, and keeps its query', async () => {
  const { db, addSaw } = await openSaws()
  const saw = await addSaw('Tenon Saw', {})
  for (const wrong of [`/tools/x-${saw._id}`, `/tools/${saw._id.toUpperCase()}`]) {
    await expect(renderPage(wrong, { db, site })).rejects.toThrow('redirects: 301')
  }
})

test('a deleted product still has alternatives, but is in no list', async () => {
  const { db, addSaw } = await openSaws()
  const saw = await addSaw('Tenon Saw', { length: 300 })
  const other = await addSaw('Dovetail Saw', { length: 250 })
  expect(await findDeletedProduct(db, saw._id)).toBeUndefined()
  await db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', saw._id).execute()
  const deleted = await findDeletedProduct(db, saw._id)
  if (!deleted) throw new Error('not found')
  expect((await listAlternatives(db, deleted)).map(({ id }) => id)).toEqual([other._id])
  const asked = [other._id.toUpperCase(), saw._id, other._id, 'nothing', "' or 1=1"]
  expect((await listProductsByIds(db, asked)).map(({ id }) => id)).toEqual([other._id])
})
