import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { compare, finish, rowsOf, startStep, upload } from './testing/import-calls.ts'

const DESCRIPTION = 'Blued steel blade, beech stock'

async function openShop() {
  const shop = await openTestShop()
  return { shop, owen: await signUpAdmin(shop) }
}

test('a file changes, adds, refuses and leaves products, and undo returns to the start', async () => {
  const { shop, owen } = await openShop()
  const square = await addProduct(shop.db, { sku: 'SQ-1', name: 'Try Square', quantity: 100 })
  await addProduct(shop.db, { sku: 'SQ-2', name: 'Same', quantity: 5 })
  const before = (await owen.call('GET', `/products/manage/${square.id}`)).body
  const file = [
    'SKU,Name,Price,Stock,Minimum order,Description,Supplier',
    'SQ-1,Large Try Square,15.00,120,,,Acme',
    'sq-2,Same,12.50,5,10,,',
    `NEW-1,New tool,20,0,1,${DESCRIPTION},`,
    'BAD-1,,4,-1,0,short,',
  ].join('\n')
  const imported = await compare(shop, owen, file)
  expect(imported).toMatchObject({
    status: 'compared',
    counts: { new: 1, changed: 1, unchanged: 1, refused: 1 },
    questions: [],
  })
  expect(imported.columns.map(({ field }) => field)).toEqual([
    ...['sku', 'name', 'perPrice', 'quantity', 'minQuantity', 'description', null],
  ])
  const [changed, same, added, refused] = imported.rows
  expect(changed).toMatchObject({
    row: 2,
    sku: 'SQ-1',
    state: 'changed',
    changes: [
      { field: 'name', from: 'Try Square', to: 'Large Try Square' },
      { field: 'perPrice', from: 12.5, to: 15 },
      { field: 'quantity', from: 100, to: 120 },
    ],
    warnings: [],
  })
  expect([same?.state, added?.state]).toEqual(['unchanged', 'new'])
  expect(refused?.reasons).toEqual([
    'Name is required',
    'Minimun Per Price should up to $5',
    'Quantity must be at least 0',
    'Minimum quantity must be at least 1',
    'Description has at least 10 characters',
  ])

  const applied = await finish(owen, imported._id, 'apply')
  expect(applied).toMatchObject({ status: 'applied', done: 2, stale: 0 })
  const after = (await owen.call('GET', `/products/manage/${square.id}`)).body
  expect(after).toMatchObject({ name: 'Large Try Square', perPrice: 15, quantity: 120 })
  const movements = (await owen.call('GET', `/products/movements/${square.id}`)).body
  expect(movements[0]).toMatchObject({ kind: 'imported', delta: 20 })
  const found = (await owen.call('GET', '/products/manage?search=NEW-1')).body
  expect(found).toMatchObject([{ sku: 'NEW-1', name: 'New tool', quantity: 0, minQuantity: 1 }])

  expect(await finish(owen, imported._id, 'undo')).toMatchObject({ status: 'undone', stale: 0 })
  const { version: _, ...restored } = (await owen.call('GET', `/products/manage/${square.id}`)).body
  expect({ ...restored, version: before.version }).toEqual(before)
  expect((await owen.call('GET', '/products/manage?search=NEW-1')).body).toEqual([])
})

test('a field that changed since the comparison is kept, the others of its row are applied', async () => {
  const { shop, owen } = await openShop()
  const { id } = await addProduct(shop.db, { sku: 'SQ-1', quantity: 100 })
  const imported = await compare(shop, owen, 'SKU;Name;Preis;Bestand\nSQ-1;Winkel;15,00;90')
  await owen.call('PUT', `/products/${id}`, { perPrice: 14 })
  const jane = await signUp(shop)
  await buy(jane, { id }, 20)
  const applied = await finish(owen, imported._id, 'apply')
  expect(applied).toMatchObject({ status: 'applied', done: 1, stale: 1 })
  const [row] = await rowsOf(owen, imported._id)
  expect(row?.changes).toEqual([
    { field: 'name', from: 'Try Square', to: 'Winkel', outcome: 'applied' },
    { field: 'perPrice', from: 12.5, to: 15, outcome: 'stale', current: 14 },
    { field: 'quantity', from: 100, to: 90, outcome: 'applied' },
  ])
  // 100, less 20 that were ordered, less the difference of the count.
  expect((await owen.call('GET', `/products/manage/${id}`)).body).toMatchObject({
    name: 'Winkel',
    perPrice: 14,
    quantity: 70,
  })
  const refused = await owen.call('GET', `/products/imports/${imported._id}/refused`)
  expect(String(refused.body)).toContain('Price was 12.50 and is 14.00 now')
})

test('a row is mended in place, and repeated SKUs are refused until one differs', async () => {
  const { shop, owen } = await openShop()
  await addProduct(shop.db, { sku: 'SQ-1' })
  await addProduct(shop.db, { sku: 'SQ-2' })
  const imported = await compare(shop, owen, 'SKU,Price\nSQ-1,15.00\nSQ-1,16.00\nSQ-9,17.00', {
    mode: 'change',
  })
  expect(imported.rows.map(({ reasons }) => reasons)).toEqual([
    ['Several rows have the SKU SQ-1'],
    ['Several rows have the SKU SQ-1'],
    ['No product has this SKU'],
  ])
  const path = `/products/imports/${imported._id}/rows`
  const mended = await owen.call('PUT', `${path}/3`, { cells: { sku: 'sq-2' } })
  expect(mended).toMatchObject({ status: 200, body: { sku: 'SQ-2', state: 'changed' } })
  expect((await rowsOf(owen, imported._id)).map(({ state }) => state)).toEqual([
    ...['changed', 'changed', 'refused'],
  ])
  const { body } = await owen.call('GET', `/products/imports/${imported._id}`)
  expect(body.counts).toEqual({ new: 0, changed: 2, unchanged: 0, refused: 1 })
})

test('columns are asked for and chosen, and a deleted product is restored', async () => {
  const { shop, owen } = await openShop()
  const { id } = await addProduct(shop.db, { sku: 'SQ-1' })
  await owen.call('DELETE', `/products/${id}`)
  const imported = await compare(shop, owen, 'Nummer,Name\nSQ-1,Square')
  expect(imported.questions).toEqual(['Choose the column that has the SKU.'])
  const path = `/products/imports/${imported._id}`
  expect((await startStep(owen, imported._id, 'apply')).status).toBe(409)
  const mapping = { Nummer: 'SKU' }
  expect((await owen.call('PUT', `${path}/columns`, { mapping })).status).toBe(200)
  await shop.imports.read()
  const [row] = await rowsOf(owen, imported._id)
  expect(row).toMatchObject({ state: 'refused', isRestorable: true })
  await owen.call('PUT', `${path}/rows/2`, { restores: true })
  expect(await finish(owen, imported._id, 'apply')).toMatchObject({ status: 'applied', done: 1 })
  const { body } = await owen.call('GET', `/products/manage/${id}`)
  expect(body).toMatchObject({ name: 'Square' })
})

test('an export is imported without a change, and categories and specifications are made and read', async () => {
  const { shop, owen } = await openShop()
  const category = (await owen.call('POST', '/categories', { name: 'Squares', parent: null })).body
  await owen.call('PUT', `/categories/${category.slug}/specifications`, {
    specifications: [{ name: 'Length', kind: 'number', unit: 'mm', choices: null }],
    seen: [],
  })
  await addProduct(shop.db, { sku: '0017', name: '=SUM(A1)' })
  await addProduct(shop.db, { sku: '90.750', name: "'quoted' ; and, more" })
  const file = [
    'SKU,Category,Length (mm),Weight (g),Bin',
    '0017,Squares,1/2 in,90,A-1',
    '90.750,Hand tools > Marking,,,',
  ].join('\n')
  const imported = await compare(shop, owen, file, { makesCategories: 'true' })
  expect(imported.rows[0]?.changes).toContainEqual({
    field: 'specifications.length',
    from: null,
    to: 12.7,
  })
  await finish(owen, imported._id, 'apply')
  const csv = await shop.app.request('/api/products/csv', {
    headers: { Authorization: `Bearer ${owen.token}` },
  })
  const text = await csv.text()
  expect(text).toContain('Hand tools > Marking')
  expect((await compare(shop, owen, text)).counts).toEqual({
    new: 0,
    changed: 0,
    unchanged: 2,
    refused: 0,
  })
  const workbook = await shop.app.request('/api/products/xlsx', {
    headers: { Authorization: `Bearer ${owen.token}` },
  })
  const bytes = new Uint8Array(await workbook.arrayBuffer())
  expect((await compare(shop, owen, bytes)).counts).toEqual({
    new: 0,
    changed: 0,
    unchanged: 2,
    refused: 0,
  })
})

test('imports are applied one after the other; a cancelled one leaves its turn to the next', async () => {
  const { shop, owen } = await openShop()
  const { id } = await addProduct(shop.db, { sku: 'SQ-1' })
  const [first, second] = [
    await compare(shop, owen, 'SKU,Price\nSQ-1,15.00'),
    await compare(shop, owen, 'SKU,Price\nSQ-1,16.00'),
  ]
  // Another process applies imports at the moment.
  const freeAt = new Date(Date.now() + 10_000)
  const lease = { worker: 'import-applying', freeAt }
  await shop.db
    .insertInto('lease')
    .values(lease)
    .onConflict((conflict) => conflict.column('worker').doUpdateSet(lease))
    .execute()
  const path = (one: { _id: string }) => `/products/imports/${one._id}`
  for (const one of [first, second])
    expect((await startStep(owen, one._id, 'apply')).body).toMatchObject({
      status: 'applying',
      done: 0,
    })
  expect((await owen.call('GET', path(second))).body.waitsFor).toBe('products.csv')
  const listed = (await owen.call('GET', '/products/imports')).body as { waitsFor: string | null }[]
  expect(listed.map(({ waitsFor }) => waitsFor)).toEqual(['products.csv', null])
  expect((await owen.call('POST', `${path(first)}/cancel`)).body.status).toBe('cancelled')
  expect((await startStep(owen, first._id, 'apply')).status).toBe(409)
  expect((await owen.call('GET', path(second))).body.waitsFor).toBe(null)
  await shop.db.deleteFrom('lease').execute()
  await shop.imports.apply()
  expect((await owen.call('GET', path(second))).body.status).toBe('applied')
  expect((await owen.call('GET', `/products/manage/${id}`)).body.perPrice).toBe(16)
})

test('what can’t be read leaves nothing behind', async () => {
  const { shop, owen } = await openShop()
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1])
  expect(await upload(shop, owen, png)).toMatchObject({ status: 415 })
  expect(await upload(shop, owen, 'SKU,Name\n')).toMatchObject({
    status: 422,
    body: { message: 'There are no rows below the headings in row 1.' },
  })
  const malformed: Record<string, string>[] = [
    { mode: 'replace' },
    { mapping: 'no JSON' },
    { mapping: '{"SKU":"colour"}' },
    { mapping: '{"SKU":"stock","B":"on the shelf"}' },
  ]
  for (const fields of malformed)
    expect(await upload(shop, owen, 'SKU,B\nA,1', fields)).toMatchObject({ status: 422 })
  expect((await owen.call('GET', '/products/imports')).body).toEqual([])
})
