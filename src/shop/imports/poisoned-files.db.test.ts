import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { workbook } from '#server/testing/workbooks.ts'
import { compare, finish, rowsOf } from './testing/import-calls.ts'

const DAMAGED = 'A cell has a damaged character, shown as \ufffd'
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const sheet = (...rows: string[][]) => new Uint8Array(workbook({ Tools: rows }))
const header = ['SKU', 'Price', 'Note \ufffd']

// What could not be stored, and hung all imports.
const files: [name: string, content: string | Uint8Array<ArrayBuffer>, reasons: string[]][] = [
  ['NUL in UTF-16', utf16('SKU,Price,Note\nA-1,13.00,\nA-2,14.00,a\0b'), [DAMAGED]],
  ['NUL in a workbook', sheet(header, ['A-1', '13', ''], ['A-2', '14', 'a_x0000_b']), [DAMAGED]],
  ['an escaped NUL', sheet(header, ['A-1', '13', ''], ['A-2', '14', 'a&#0;b']), [DAMAGED]],
  ['half a character', sheet(header, ['A-1', '13', ''], ['A-2', '14', 'a_xD800_b']), [DAMAGED]],
  [
    'NUL and half a character in headings',
    sheet(['SKU', 'Price', 'a_x0000__xD800_'], ['A-1', '13', ''], ['', '1', '']),
    ['SKU is required'],
  ],
  ['a sample cut in a character', `SKU,Price,Note\nA-1,13.00,${'x'.repeat(99)}😀yyy`, []],
  ['a heading cut in a character', `SKU,Price,${'x'.repeat(199)}😀y\nA-1,13.00,`, []],
  [
    'a long SKU',
    `SKU,Price\nA-1,13.00\n${Array.from({ length: 20_000 }, (_, at) => (at * 7919).toString(36)).join('')},4`,
    ['No product has this SKU'],
  ],
  ['a long cell', `SKU,Note,Price\nA-1,"${'<p>x</p>,\n'.repeat(4_000)}",13.00`, []],
]

test('what can’t be stored is one refused row, and the file is compared', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  for (const sku of ['A-1', 'A-2']) await addProduct(shop.db, { sku })
  for (const [name, content, reasons] of files) {
    const { counts, rows } = await compare(shop, owen, content, { mode: 'change' })
    expect({ name, ...counts }).toEqual({
      ...{ name, new: 0, changed: 1, unchanged: 0, refused: reasons.length },
    })
    const refused = rows.filter(({ state }) => state === 'refused')
    expect({ name, reasons: refused.flatMap(({ reasons }) => reasons) }).toMatchObject({
      name,
      reasons: reasons.map((reason) => expect.stringContaining(reason)),
    })
  }
})

test('headings like what every object has are texts, and a field can be chosen for them', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addProduct(shop.db, { sku: 'A-1' })
  const file = 'SKU,constructor,__proto__,toString\nA-1,Square,5,x'
  const { columns } = await compare(shop, owen, file)
  expect(columns.map(({ field }) => field)).toEqual(['sku', null, null, null])
  const mapping = '{"constructor":"name","Column 3":"minQuantity"}'
  const chosen = await compare(shop, owen, file, { mapping })
  expect(chosen.columns.map(({ field }) => field)).toEqual(['sku', 'name', 'minQuantity', null])
})

test('a category that can’t be made refuses its rows, before and after the comparison', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  for (const sku of ['A-1', 'A-2']) await addProduct(shop.db, { sku })
  const add = async (name: string, parent: string | null) =>
    (await owen.call('POST', '/categories', { name, parent })).body.slug
  const hand = await add('Hand', null)
  const saws = await add('Saws', null)
  await add('Drills', hand)
  const file = `SKU,Category\nA-1,Drills > Newer\nA-2,Saws > Fine\nNEW-1,Saws > Fine`
  const { _id: id, rows } = await compare(shop, owen, file, { makesCategories: 'true' })
  expect(rows.map(({ state }) => state)).toEqual(['refused', 'changed', 'refused'])
  expect(rows[0]?.reasons).toEqual([expect.stringMatching(/^The category Drills > Newer can’t be/)])
  // Another admin moves it meanwhile.
  await owen.call('PUT', `/categories/${saws}`, { parent: hand })
  expect(await finish(owen, id, 'apply')).toMatchObject({
    status: 'applied',
    counts: { changed: 0, refused: 3 },
  })
  expect((await rowsOf(owen, id))[1]?.reasons).toEqual([
    'There is no category Saws > Fine, and it can’t be made any more',
  ])
})
