import { oneLine } from '#platform/clean-text.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { paddedGtin } from '#shop/catalogue/gtin.ts'
import type { ImportField } from '#shop/imports/store/import-fields.ts'
import { readRows, type StoredImport } from '#shop/imports/store/import-queries.server.ts'
import { MATERIAL } from '#shop/tables/columns/map-columns.ts'
import { type FileColumn, surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { categoryIn, setCategories } from './category-columns.ts'
import { isTooLong, skuIn } from './read-cells.ts'

/** The SKUs and GTINs that several rows of the file have. */
export type Repeated = { skus: Set<string>; gtins: Set<string> }

const REFUSED_HEADINGS = ['Row', 'Reasons']

/** Reads all rows once before they are compared: what the columns are, and which SKUs and GTINs are repeated. */
export async function surveyRows(
  db: Db,
  imported: StoredImport,
  { fields, paths }: { fields: ImportField[]; paths: CategoryPaths },
  keepLease: () => Promise<void>,
): Promise<{ columns: FileColumn[]; questions: string[]; repeated: Repeated }> {
  const { mapping: chosen, decimalMarks, makesCategories } = imported
  const headings = imported.columns.map(({ heading }) => heading)
  const survey = surveyColumns({
    headings,
    fields,
    chosen,
    decimalMarks,
    known: REFUSED_HEADINGS,
    empty: imported.columns.flatMap(({ isEmpty }, at) => (isEmpty ? [at] : [])),
  })
  const { columns } = survey
  const indexOf = (field: string) => columns.findIndex((column) => column.field === field)
  const unknown = new Set<string>()
  let tooLong = 0
  const [skus, gtins] = [createRepeats(), createRepeats()]
  for (let after = 0; ; ) {
    const rows = await readRows(db, imported.id, { after, size: 1_000 })
    const last = rows.at(-1)
    if (!last) break
    for (const { cells, held } of rows) {
      skus.add(skuIn(cells[indexOf('sku')]))
      gtins.add(paddedGtin((cells[indexOf('gtin')] ?? '').replaceAll(/[\s-]/g, '')))
      survey.add(cells, held)
      const category = categoryIn(cells, columns)
      if (category !== '' && !paths.find(category)) unknown.add(category)
      if (isTooLong(oneLine(cells[indexOf('description')] ?? ''))) tooLong += 1
    }
    await keepLease()
    after = last.position
  }
  const { questions } = survey.finish()
  const key = columns[indexOf('sku')]
  if (key && chosen[key.name] === undefined && MATERIAL.test(key.heading))
    if (!(await hasAny(db, [...skus.seen]))) {
      key.field = null
      questions.unshift(`Choose the column that has the SKU: ${key.name} has none of the shop.`)
    }
  const described = columns[indexOf('description')]
  if (described && tooLong > 0) {
    described.choices = [{ name: LONG, heading: 'Description, longer ones as long text' }]
    const count = `${described.name}: ${tooLong.toLocaleString('en-US')} with over 100 characters`
    described.note =
      described.choice === LONG
        ? `${count} go to the long text, and begin the description`
        : `${count} are refused: choose “Description, longer ones as long text” to take them`
  }
  questions.push(...setCategories(columns, [...unknown], { paths, makesCategories }))
  return { columns, questions, repeated: { skus: skus.repeated, gtins: gtins.repeated } }
}

const LONG = 'description:long'

async function hasAny(db: Db, skus: string[]): Promise<boolean> {
  const found = db.selectFrom('product').select('id').where('sku', 'in', skus.slice(0, 1_000))
  return skus.length > 0 && (await found.limit(1).executeTakeFirst()) !== undefined
}

function createRepeats() {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const add = (text: string) => {
    if (text === '') return
    if (seen.has(text)) repeated.add(text)
    seen.add(text)
  }
  return { add, seen, repeated }
}
