import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { rowsOf, upload } from './testing/import-calls.ts'

const FILES = join(import.meta.dirname, 'testing/files')

/** What files are sent with. */
const choices: Record<string, Record<string, string>> = {
  'only-change.csv': { mode: 'change' },
  'only-add.csv': { mode: 'add' },
  'made-category.csv': { makesCategories: 'true' },
  'chosen-sheet.xlsx': { sheet: 'Stock' },
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
        ...{ category: 'squares', key: 'material', name: 'Material', kind: 'choice' },
        choices: ['Steel', 'Beech'],
      },
      { category: 'chisels', key: 'width', name: 'Width', kind: 'number', unit: 'mm' },
    ])
    .execute()
  await add('0017', 'Try square', 100, {
    ...{ category: 'squares', bin: 'A-1', gtin: '4006381333931', weight: 90 },
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
      questions: body.questions,
      counts: body.counts,
      rows: (await rowsOf(owen, body._id)).map(
        ({ row, sku, state, changes, warnings, reasons }) => {
          return { row, sku, state, changes, warnings, reasons }
        },
      ),
    }
    const refused = { status, message: body.message }
    const text = `${JSON.stringify(compared || refused, null, 1)}\n`
    await expect(text, name).toMatchFileSnapshot(join(FILES, `${name}.txt`))
  }
})
