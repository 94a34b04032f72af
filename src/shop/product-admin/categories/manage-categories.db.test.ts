import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addCategories } from '#server/testing/catalogue.ts'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'
import { finish } from '#shop/imports/testing/import-calls.ts'

async function openShop() {
  const shop = await openTestShop()
  await addCategories(shop.db)
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const post = (path: string, body: object) => owen.call('POST', path, body)
  const put = (path: string, body: object) => owen.call('PUT', path, body)
  const remove = (path: string) => owen.call('DELETE', path)
  const addWrench = async (specifications: object = {}) =>
    (await post('/products', { ...wanted, category: 'wrenches', specifications })).body._id
  const read = async (id: string) => (await owen.call('GET', `/products/manage/${id}`)).body
  const tree = async () => {
    const { body } = await callApi(shop.app, 'GET', '/categories')
    const lines = body.map(({ slug, parent }: { slug: string; parent: string | null }) =>
      parent === null ? slug : `${parent}/${slug}`,
    )
    return lines as string[]
  }
  return { shop, owen, post, put, remove, addWrench, read, tree }
}

test('categories are added, renamed, ordered and moved', async () => {
  const { shop, post, put, tree } = await openShop()
  const added = await post('/categories', { name: ' Hand Tools ', parent: null })
  expect(added).toMatchObject({
    status: 200,
    body: { slug: 'hand-tools-2', parent: null, name: 'Hand Tools', specifications: [] },
  })
  await post('/categories', { name: 'Schraubenschlüssel & Zangen', parent: 'hand-tools' })
  expect(await tree()).toEqual([
    'hand-tools',
    'hand-tools-2',
    'hand-tools/hammers',
    'hand-tools/wrenches',
    'hand-tools/schraubenschlussel-zangen',
  ])
  await put('/categories/schraubenschlussel-zangen', { position: 0, name: 'Zangen' })
  await put('/categories/wrenches', { position: 1 })
  expect((await tree()).slice(2)).toEqual([
    'hand-tools/schraubenschlussel-zangen',
    'hand-tools/wrenches',
    'hand-tools/hammers',
  ])
  expect((await put('/categories/wrenches', { parent: 'hand-tools-2' })).body).toMatchObject({
    slug: 'wrenches',
    parent: 'hand-tools-2',
    specifications: [{ key: 'jaw-width' }, { key: 'finish' }, { key: 'standard' }],
  })
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'subject'])
    .where('action', 'like', 'category-%')
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'category-added Hand Tools',
    'category-added Schraubenschlüssel & Zangen',
    'category-changed Zangen',
    'category-changed Wrenches',
    'category-changed Wrenches',
  ])
})

test('there is no third level, no unknown parent and no empty name', async () => {
  const { post, put, tree } = await openShop()
  const before = await tree()
  const parentRefused = { status: 422, body: { fields: { parent: expect.any(String) } } }
  for (const parent of ['wrenches', 'anvils', 7])
    expect(await post('/categories', { name: 'Jaws', parent })).toMatchObject(parentRefused)
  for (const parent of ['hand-tools', 'wrenches', 'anvils'])
    expect(await put('/categories/hand-tools', { parent })).toMatchObject(parentRefused)
  for (const name of ['', '  ', '\u0000', 'x'.repeat(61)])
    expect(await post('/categories', { name, parent: null })).toMatchObject({
      status: 422,
      body: { fields: { name: expect.any(String) } },
    })
  expect((await put('/categories/anvils', { name: 'Anvils' })).status).toBe(404)
  expect(await tree()).toEqual(before)
})

test('moves at the same time never make a third level together', async () => {
  const { shop, post, put } = await openShop()
  for (const name of ['A', 'B', 'C', 'D']) await post('/categories', { name, parent: null })
  const slugs = ['a', 'b', 'c', 'd']
  const moves = slugs.flatMap((slug) =>
    slugs.filter((other) => other !== slug).map((parent) => ({ slug, parent })),
  )
  const answers = await Promise.all(moves.map(({ slug, parent }) => put(`/categories/${slug}`, { parent })))
  for (const { status } of answers) expect([200, 422]).toContain(status)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const { rows } = await sql`
    select from category as one join category as two on two.slug = one.parent
    where two.parent is not null`.execute(shop.db)
  expect(rows).toEqual([])
})

test('a deletion asks for the products’ new category, and moves them with the values valid there', async () => {
  const { shop, owen, remove, addWrench, read, tree } = await openShop()
  expect(await remove('/categories/hand-tools')).toMatchObject({
    status: 409,
    body: { code: 'has-categories' },
  })
  const [sold, deleted] = [
    await addWrench({ 'jaw-width': 13, finish: 'black oxide', standard: 'DIN 3113' }),
    await addWrench({ finish: 'chrome' }),
  ]
  await owen.call('DELETE', `/products/${deleted}`)
  expect(await remove('/categories/wrenches')).toMatchObject({
    status: 409,
    body: { code: 'has-products', message: expect.stringContaining('1 product ') },
  })
  for (const target of ['wrenches', 'anvils'])
    expect(await remove(`/categories/wrenches?productsTo=${target}`)).toMatchObject({
      status: 422,
      body: { fields: { productsTo: expect.any(String) } },
    })
  expect((await remove('/categories/wrenches?productsTo=hammers')).body).toEqual({
    deletedCount: 1,
  })
  expect(await read(sold)).toMatchObject({
    category: 'hammers',
    specifications: { finish: 'black oxide', standard: 'DIN 3113' },
    version: 2,
  })
  expect((await owen.call('PUT', `/products/restore/${deleted}`, {})).body).toMatchObject({
    category: 'hammers',
    specifications: {},
  })
  expect(await remove('/categories/hammers?productsTo=')).toMatchObject({ status: 200 })
  expect(await read(sold)).toMatchObject({ category: null, specifications: {} })
  expect(await tree()).toEqual(['hand-tools'])
  expect((await remove('/categories/hammers')).status).toBe(404)
  expect(await shop.db.selectFrom('specification').selectAll().execute()).toEqual([])
})

test('products that are saved while their category is deleted end in the other one', async () => {
  const { owen, remove, addWrench, read } = await openShop()
  const ids = await Promise.all(Array.from({ length: 4 }, () => addWrench({ standard: 'DIN' })))
  const [deleted, ...saved] = await Promise.all([
    remove('/categories/wrenches?productsTo=hammers'),
    ...ids.map((id) =>
      owen.call('PUT', `/products/${id}`, {
        category: 'wrenches',
        specifications: { 'jaw-width': 13, standard: 'ISO' },
      }),
    ),
  ])
  expect(deleted?.status).toBe(200)
  for (const { status } of saved) expect([200, 422]).toContain(status)
  for (const id of ids) expect(await read(id)).toMatchObject({ category: 'hammers' })
})

test('many products get one category, selected or found', async () => {
  const { shop, addWrench, read, owen } = await openShop()
  const ids = [await addWrench({ standard: 'DIN' }), await addWrench({ 'jaw-width': 8 })]
  const other = await addWrench()
  await owen.call('PUT', `/products/${other}`, { name: 'Bevel' })
  const assign = async (value: string, products: unknown) => {
    const body = { products, field: 'category', value }
    const { _id } = (await owen.call('POST', '/products/imports/found', body)).body
    await shop.imports.read()
    await finish(owen, _id, 'apply')
  }
  await assign('Hand Tools > Hammers', ids)
  expect(await read(ids[0])).toMatchObject({
    category: 'hammers',
    specifications: { standard: 'DIN' },
  })
  expect(await read(ids[1])).toMatchObject({ category: 'hammers', specifications: {} })
  await assign('(empty)', { search: 'marking' })
  expect((await read(ids[0])).category).toBeNull()
  expect((await owen.call('GET', '/categoryUsage')).body).toEqual([{ category: 'wrenches', products: 1 }])
})
