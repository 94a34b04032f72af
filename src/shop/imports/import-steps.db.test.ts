import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { processRows } from './apply/apply-rows.server.ts'
import { startApplying } from './change-import.server.ts'
import type { ProductImportRow } from './import-json.server.ts'
import { compare, finish, rowsOf } from './testing/import-calls.ts'

async function openShop() {
  const shop = await openTestShop()
  return { shop, owen: await signUpAdmin(shop) }
}

test('an import is applied only in the version that was seen', async () => {
  const { shop, owen } = await openShop()
  const { id } = await addProduct(shop.db, { sku: 'SQ-1' })
  const { _id, version } = await compare(shop, owen, 'SKU,Price\nSQ-1,15.00')
  const path = `/products/imports/${_id}`
  const ada = await signUpAdmin(shop)
  await ada.call('PUT', `${path}/rows/2`, { cells: { perPrice: '5.01' } })
  expect((await owen.call('POST', `${path}/apply`, {})).status).toBe(422)
  const refused = await owen.call('POST', `${path}/apply`, { version })
  expect(refused).toMatchObject({ status: 409, body: { code: 'changed-since' } })
  const { message } = refused.body
  expect(message).toContain(`was changed by ${ada.email} at ${new Date().getUTCFullYear()}-`)
  expect((await owen.call('GET', `/products/manage/${id}`)).body.perPrice).toBe(12.5)
  await owen.call('PUT', `${path}/columns`, { mode: 'change' })
  await shop.imports.read()
  expect(await owen.call('GET', path)).toMatchObject({ body: { version: version + 2 } })
  expect(await finish(owen, _id, 'apply')).toMatchObject({ status: 'applied', done: 1 })
})

test('an added product that is ordered stays on sale when its import is undone', async () => {
  const { shop, owen } = await openShop()
  const file = ['ON-1', 'ON-2'].map((sku) => `${sku},Tool ${sku},20,50,1,Blued steel blade`)
  const header = 'SKU,Name,Price,Stock,Minimum order,Description'
  const { _id } = await compare(shop, owen, [header, ...file].join('\n'))
  await finish(owen, _id, 'apply')
  const find = async (sku: string) => (await owen.call('GET', `/products/manage?search=${sku}`)).body
  const [{ _id: id, quantity }] = await find('ON-1')
  await buy(await signUp(shop), { id }, 5)
  // Counted again, so that its stock alone does not tell.
  await owen.call('PUT', `/products/${id}`, { quantity, quantitySeen: 45 })
  expect(await finish(owen, _id, 'undo')).toMatchObject({ status: 'undone', stale: 1 })
  expect(await find('ON-1')).toMatchObject([{ quantity: 50 }])
  expect(await find('ON-2')).toEqual([])
  const [kept] = await rowsOf(owen, _id)
  expect(kept?.reasons).toEqual(['The product is ordered, so that it stays on sale'])
})

test('a cancel while it is applied keeps what was applied, and no more', async () => {
  const { shop, owen } = await openShop()
  const { db } = shop
  for (const sku of ['SQ-1', 'SQ-2']) await addProduct(db, { sku })
  const { _id: id, version } = await compare(shop, owen, 'SKU,Price\nSQ-1,15.00\nSQ-2,15.00')
  await startApplying(db, id, version)
  const batch = { after: 0, size: 1, noImage: '', now: new Date() }
  expect(await processRows(db, id, 'applying', batch)).toMatchObject({ last: 2 })
  await owen.call('POST', `/products/imports/${id}/cancel`)
  expect(await processRows(db, id, 'applying', { ...batch, after: 2 })).toBe(null)
  const { body } = await owen.call('GET', `/products/imports/${id}`)
  expect(body).toMatchObject({ status: 'cancelled', done: 1 })
  const prices = await db.selectFrom('product').select('unitPriceCents').orderBy('sku').execute()
  expect(prices).toEqual([{ unitPriceCents: 1500 }, { unitPriceCents: 1250 }])
})

test('searches have the words of what an import changed, and those of its prices', async () => {
  const { shop, owen } = await openShop()
  const { db } = shop
  for (const sku of ['SQ-1', 'SQ-2', 'SQ-3']) await addProduct(db, { sku })
  const file = 'SKU,Name,Price\nSQ-1,Winkel,\nSQ-2,,150.00\nSQ-3,Beam compass,7.50\nNEW-1,,'
  const { _id } = await compare(shop, owen, file)
  expect(await finish(owen, _id, 'apply')).toMatchObject({ done: 3, stale: 0 })
  // Not by an import.
  await owen.call(
    'PUT',
    `/products/${(await owen.call('GET', '/products/manage?search=SQ-2')).body[0]._id}`,
    { name: 'Level' },
  )
  const { rows } = await sql<{ name: string; isCopied: boolean; hasWords: boolean }>`
    select product.name, product.name = copy.name and copy.unit_price_cents = cents as is_copied,
      words = search_document(sku, product.name, description, product.category, specifications, cents) as has_words
    from (select *, unit_price_cents as cents from product) as product
    join product_search as copy on product_id = id order by sku`.execute(db)
  expect(rows).toEqual(
    ['Winkel', 'Level', 'Beam compass'].map((name) => ({ name, isCopied: true, hasWords: true })),
  )
})

test('jumps of prices, stocks that go to 0 and SKUs like others are counted and listed until they are fixed', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  for (const sku of ['SQ-1', 'SQ-2', 'SQ-3'])
    await addProduct(shop.db, { sku, name: `Square ${sku}`, quantity: 100 })
  const file = [
    'SKU,Name,Price,Stock,Minimum order,Description',
    'SQ-1,,15.01,,,',
    'SQ-2,,15,0,,',
    'SQ-3,,12.5,90,,',
    'SQ1,New,20,5,10,Blued steel blade and beech stock',
  ].join('\n')
  const { _id, checks } = await compare(shop, owen, file)
  expect(checks).toEqual({ rows: 3, price: 1, stock: 1, sku: 1, category: 0, stale: 0 })
  const listed = async (state: string) => {
    const { body } = await owen.call('GET', `/products/imports/${_id}/rows?state=${state}`)
    return body.map(({ row, name, checks }: ProductImportRow) => [row, name, ...checks])
  }
  expect(await listed('check')).toEqual([
    [2, 'Square SQ-1', 'price'],
    [3, 'Square SQ-2', 'stock'],
    [5, 'New', 'sku'],
  ])
  expect(await listed('price')).toEqual([[2, 'Square SQ-1', 'price']])
  const path = `/products/imports/${_id}/rows`
  await owen.call('PUT', `${path}/2`, { cells: { perPrice: '15' } })
  await owen.call('PUT', `${path}/5`, { restores: true })
  expect(await listed('check')).toEqual([[3, 'Square SQ-2', 'stock']])
  const { body } = await owen.call('GET', `/products/imports/${_id}`)
  expect(body.checks).toEqual({ rows: 1, price: 0, stock: 1, sku: 0, category: 0, stale: 0 })
})

test('new tools without category are to be checked in a file that has categories', async () => {
  const { shop, owen } = await openShop()
  const text = 'SKU,Name,Price,Stock,Minimum order,Description,Category'
  const rest = 'New,20,500,10,Blued steel blade and beech stock'
  const file = [text, `NEW-1,${rest},`, `NEW-2,${rest},Squares`].join('\n')
  const { _id, counts, checks } = await compare(shop, owen, file, { makesCategories: 'true' })
  expect(counts).toMatchObject({ new: 2 })
  expect(checks).toMatchObject({ rows: 1, category: 1 })
  const path = `/products/imports/${_id}/rows`
  expect((await owen.call('GET', `${path}?state=category`)).body).toMatchObject([{ row: 2 }])
  const mended = await owen.call('PUT', `${path}/2`, { cells: { category: 'Squares' } })
  expect(mended.body.checks).toEqual([])
  const others = await compare(shop, owen, [text.replace(',Category', ''), `NEW-3,${rest}`].join('\n'))
  expect(others.checks).toMatchObject({ rows: 0, category: 0 })
})

test('values without a specification of their category are noted in one sentence', async () => {
  const { shop, owen } = await openShop()
  const { slug } = (await owen.call('POST', '/categories', { name: 'Saws', parent: null })).body
  const specifications = ['The bore', 'The teeth'].map((name) => {
    return { name, kind: 'number', unit: 'mm', choices: null }
  })
  await owen.call('PUT', `/categories/${slug}/specifications`, { specifications, seen: [] })
  const heading = 'SKU,Name,Price,Stock,Minimum order,Description,The bore,The teeth'
  const rest = 'New,20,500,10,Blued steel blade and beech stock'
  const { notes } = await compare(shop, owen, [heading, `N-1,${rest},1,2`, `N-2,${rest},,2`].join('\n'))
  expect(notes).toEqual([
    '1 × The bore, 2 × The teeth: left out, because the category has no such specification; add it there to take them',
  ])
})

test('a template has the headings of an export, without its moment, and no products', async () => {
  const shop = await openTestShop()
  const { token } = await signUpAdmin(shop)
  await addProduct(shop.db, { sku: 'SQ-1' })
  const read = async (query: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await shop.app.request(`/api/products/csv${query}`, { headers })).text()
  }
  const [headings] = (await read('')).split('\r\n')
  expect(await read('?template=true')).toBe(`${headings?.replace(/,As of$/, '')}\r\n`)
})
