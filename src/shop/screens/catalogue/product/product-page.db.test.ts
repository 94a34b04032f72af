import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'
import { listAlternatives } from '#shop/catalogue/alternatives.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { findDeletedProduct, listProductsByIds } from '#shop/catalogue/products.server.ts'

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
  const html = await renderPage(productPath(saw), { db })
  expect(html).toContain('300\u00a0mm')
  expect(html.indexOf(productPath(near))).toBeLessThan(html.indexOf(productPath(far)))
  expect(html.indexOf(productPath(near))).toBeGreaterThan(0)
  expect(html).toContain('/tools/category/saws')
})

test('alternatives are the ones that differ least in the whole category', async () => {
  const { db, addSaw } = await openSaws()
  const saw = await addSaw('Tenon Saw', { length: 300, teeth: 12, cut: 'rip' })
  await sql`
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image,
      category, specifications)
    select gen_random_uuid(), 'Saw ' || n, 'x', 1000, 0, 1, '/media/x', 'saws',
      case n
        when 1 then '{"length": 300, "teeth": 12, "cut": "rip", "set": 1}'::jsonb
        when 2 then '{"length": 300.0, "teeth": 12}'
        when 3 then '{"length": 300, "teeth": "12", "cut": "rip"}'
        when 4 then '{"length": 300, "teeth": 12, "cut": "rip"}'
        else jsonb_build_object('length', n, 'teeth', 12, 'cut', 'rip', 'set', n)
      end
    from generate_series(1, 200) n`.execute(db)
  await sql`update product set unit_price_cents = 900 where name = 'Saw 3'`.execute(db)
  const found = await listAlternatives(db, {
    id: saw._id,
    category: 'saws',
    unitPrice: cents(1000),
    specifications: { length: 300, teeth: 12, cut: 'rip' },
  })
  expect(found.map(({ name }) => name).slice(0, 1)).toEqual(['Saw 4'])
  expect(new Set(found.slice(1, 3).map(({ name }) => name))).toEqual(new Set(['Saw 1', 'Saw 2']))
  expect(found[3]?.name).toBe('Saw 3')
  expect(found).toHaveLength(5)
})

test('a URL with another name redirects permanently and keeps its query', async () => {
  const { db, addSaw } = await openSaws()
  const saw = await addSaw('Tenon Saw', {})
  for (const wrong of [`/tools/x-${saw._id}`, `/tools/${saw._id.toUpperCase()}`]) {
    await expect(renderPage(wrong, { db })).rejects.toThrow('redirects: 301')
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
  const requested = [other._id.toUpperCase(), saw._id, other._id, 'nothing', "' or 1=1"]
  expect((await listProductsByIds(db, requested)).map(({ id }) => id)).toEqual([other._id])
})

test('a comparison reports missing and deleted products', async () => {
  const { db, addSaw } = await openSaws()
  const saw = await addSaw('Tenon Saw', {})
  for (const path of ['/compare', '/compare?ids=', '/compare?ids=,%20,']) {
    const html = await renderPage(path, { db })
    expect(html).toContain('No tools are chosen.')
    expect(html).not.toContain('no longer on sale')
  }
  await db.updateTable('product').set({ deletedAt: new Date() }).where('id', '=', saw._id).execute()
  const html = await renderPage(`/compare?ids=${saw._id}`, { db })
  expect(html).toContain('Some of these tools are no longer on sale.')
  expect(html).not.toContain('No tools are chosen.')
})
