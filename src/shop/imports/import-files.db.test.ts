import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { image } from '#server/testing/images.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { workbook } from '#server/testing/workbooks.ts'
import { compare, finish, rowsOf, upload } from './testing/import-calls.ts'

const FILES = join(import.meta.dirname, '../../../testing/imports')

/** What files are sent with. */
const choices: Record<string, Record<string, string>> = {
  'only-change.csv': { mode: 'change' },
  'only-add.csv': { mode: 'add' },
  'made-category.csv': { makesCategories: 'true' },
  'chosen-sheet.xlsx': { sheet: 'Stock' },
  'dos-code-page-chosen.csv': { encoding: 'cp850' },
  'price-with-tax-answered.csv': { mapping: '{"Preis (brutto)":"perPrice:plain"}' },
  'unit-of-boxes-answered.csv': { mapping: '{"Unit":"only:each"}' },
  'valid-days.csv': { mapping: '{"Valid from":"today","Valid to":"today"}' },
  'category-separators.csv': { makesCategories: 'true' },
  'group-and-subgroup-answered.csv': {
    makesCategories: 'true',
    mapping: '{"Group":"category","Subgroup":"below"}',
  },
  'category-separators-answered.csv': {
    makesCategories: 'true',
    mapping: '{"Category":"category:path"}',
  },
}

/** The catalogue that all files are compared with. */
async function addCatalogue(db: Db): Promise<void> {
  const description = 'Blued steel blade, beech stock'
  const add = async (sku: string, name: string, quantity: number, more: object) => {
    const { id } = await addProduct(db, { sku, name, quantity })
    await db
      .updateTable('product')
      .set({ description, ...more })
      .where('id', '=', id)
      .execute()
  }
  await db
    .insertInto('category')
    .values([
      { slug: 'squares', name: 'Squares', parent: null },
      { slug: 'hand-tools', name: 'Hand tools', parent: null },
      { slug: 'chisels', name: 'Chisels', parent: 'hand-tools' },
    ])
    .execute()
  await db
    .insertInto('specification')
    .values([
      { category: 'squares', key: 'length', name: 'Length', kind: 'number', unit: 'mm' },
      {
        category: 'squares',
        key: 'material',
        name: 'Material',
        kind: 'choice',
        choices: ['Steel', 'Beech'],
      },
      { category: 'chisels', key: 'width', name: 'Width', kind: 'number', unit: 'mm' },
      { category: 'hand-tools', key: 'warranty', name: 'Warranty', kind: 'text' },
    ])
    .execute()
  await add('0017', 'Try square', 100, {
    category: 'squares',
    bin: 'A-1',
    gtin: '4006381333931',
    weight: 90,
    specifications: JSON.stringify({ length: 178, material: 'Steel' }),
  })
  await add('90.750', 'Chisel', 5, { category: 'chisels', unitPriceCents: 125_000, minQuantity: 1 })
  await add('1E5', 'Rule', 7, { unitPriceCents: 1000 })
  await add('3/8-16', 'Tap', 12, {})
  await add('GONE', 'Gone', 0, { deletedAt: new Date() })
}

test('each file of the corpus has the comparison that stands beside it', async () => {
  const shop = await openTestShop()
  await addCatalogue(shop.db)
  const owen = await signUpAdmin(shop)
  const files = readdirSync(FILES).filter((name) => !name.endsWith('.txt'))
  expect(files.length).toBeGreaterThan(25)
  for (const name of files) {
    const content = new Uint8Array(readFileSync(join(FILES, name)))
    const { status, body } = await upload(shop, owen, content, choices[name], name)
    const compared = status === 201 && {
      fields: body.columns.map(({ field }) => field).slice(0, 20),
      notes: body.notes,
      ...(body.newCategories.length > 0 && { newCategories: body.newCategories }),
      questions: body.questions,
      counts: body.counts,
      rows: (await rowsOf(owen, body._id)).map(({ row, sku, state, changes, warnings, reasons }) => {
        return { row, sku, state, changes, warnings, reasons }
      }),
    }
    const refused = { status, message: body.message }
    const text = `${JSON.stringify(compared || refused, null, 1)}\n`
    await expect(text, name).toMatchFileSnapshot(join(FILES, `${name}.txt`))
  }
})

test('an image is named by the file name of its upload', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const { id } = await addProduct(shop.db, { sku: 'SQ-1' })
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await image('png'))]), 'Try Square.PNG')
  const uploaded = await shop.app.request(`${shopUrl}/api/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owen.token}`, Origin: shopUrl },
  })
  const { url } = (await uploaded.json()).data
  const file = 'SKU,Image\nSQ-1,try square.png\nSQ-2,no such.png'
  const imported = await compare(shop, owen, file, { mode: 'change' })
  expect(imported.rows[0]?.changes).toMatchObject([{ field: 'imgURL', to: url }])
  expect(imported.rows[1]?.reasons).toEqual(['No product has this SKU'])
  await finish(owen, imported._id, 'apply')
  expect((await owen.call('GET', `/products/manage/${id}`)).body.imgURL).toBe(url)
})

test('a new SKU that is very like another one is taken once it is confirmed', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addProduct(shop.db, { sku: 'NS-1013' })
  const rest = 'Test hammer,Chrome vanadium steel made to DIN 3113,12.5,120,10'
  const skus = ['NS1013', 'ns-01013', 'NS-1014', '2026-03-08']
  const rows = skus.map((sku) => `${sku},${rest}`)
  const file = ['SKU,Name,Description,Price,Stock,Minimum quantity', ...rows].join('\n')
  const imported = await compare(shop, owen, file)
  expect(imported.rows.map(({ state, reasons }) => [state, ...reasons])).toEqual([
    ['refused', 'The SKU is very like NS-1013: correct it, or confirm it'],
    ['refused', 'The SKU is very like NS-1013: correct it, or confirm it'],
    ['new'],
    ['refused', 'The SKU is like a date or exponent of a spreadsheet: correct it, or confirm it'],
  ])
  expect(imported.rows.map(({ isConfirmable }) => isConfirmable)).toEqual([true, true, false, true])
  const path = `/products/imports/${imported._id}/rows`
  const confirmed = await owen.call('PUT', `${path}/2`, { restores: true })
  expect(confirmed.body).toMatchObject({ state: 'new', reasons: [] })
  const corrected = await owen.call('PUT', `${path}/3`, { cells: { sku: 'NS-1015' } })
  expect(corrected.body).toMatchObject({ state: 'new', sku: 'NS-1015' })
})

test('refused rows are downloaded in the format of the file, which can be imported again', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addProduct(shop.db, { sku: '0017' })
  const rows = [
    ['SKU', 'Price', 'Size'],
    ['0017', '4', '3/8'],
    ['0017', '20', '3/8'],
  ]
  const { body } = await upload(shop, owen, new Uint8Array(workbook({ Tools: rows })))
  expect(body.counts.refused).toBe(2)
  const refused = await shop.app.request(`/api/products/imports/${body._id}/refused`, {
    headers: { Authorization: `Bearer ${owen.token}` },
  })
  expect(refused.headers.get('Content-Disposition')).toContain('refused.xlsx')
  const again = await compare(shop, owen, new Uint8Array(await refused.arrayBuffer()))
  expect(again.columns.map(({ heading }) => heading)).toEqual([...['SKU', 'Price', 'Size', 'Row', 'Reasons']])
  expect(again.rows[0]?.cells).toEqual({ sku: '0017', perPrice: '4', size: '3/8' })
})
