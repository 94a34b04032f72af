import { oneLine } from '#platform/clean-text.ts'
import type { Db } from '#platform/database/database.server.ts'
import {
  type CategoryPaths,
  hasOtherSeparator,
  namesIn,
  plainPath,
  withOwnSeparator,
} from '#shop/catalogue/categories/category-paths.ts'
import { paddedGtin } from '#shop/catalogue/gtin.ts'
import type { ImportField } from '#shop/imports/store/import-fields.ts'
import { readRows, type StoredImport } from '#shop/imports/store/import-queries.server.ts'
import { type FileColumn, surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { isTooLong, skuOf } from './read-cells.ts'

/** The SKUs and GTINs that several rows of the file have. */
export type Repeated = { skus: Set<string>; gtins: Set<string> }

/** Headings of refused rows that were downloaded. */
const REFUSED_HEADINGS = ['Row', 'Reasons']

/**
 * Reads all rows once before they are compared: what the columns are, and which SKUs and GTINs are
 * repeated.
 */
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
  const skuField = fields.filter(({ name }) => name === 'sku')
  const skuColumns = skuField.map((field) => ({
    at: indexOf('sku'),
    heading: '',
    field,
    mark: null,
  }))
  const unknown = new Set<string>()
  let tooLong = 0
  const [skus, gtins] = [createRepeats(), createRepeats()]
  for (let after = 0; ; ) {
    const rows = await readRows(db, imported.id, { after, size: 1_000 })
    const last = rows.at(-1)
    if (!last) break
    for (const { cells, held } of rows) {
      skus.add(skuOf(cells, skuColumns))
      gtins.add(paddedGtin((cells[indexOf('gtin')] ?? '').replaceAll(/[\s-]/g, '')))
      survey.add(cells, held)
      const category = oneLine(cells[indexOf('category')] ?? '')
      if (category !== '' && !paths.find(category)) unknown.add(category)
      if (isTooLong(oneLine(cells[indexOf('description')] ?? ''))) tooLong += 1
    }
    await keepLease()
    after = last.position
  }
  const { questions } = survey.finish()
  const described = columns[indexOf('description')]
  if (described && tooLong > 0) {
    described.choices = [{ name: LONG, heading: 'Description, longer ones as long text' }]
    const count = `${described.name}: ${tooLong.toLocaleString('en-US')} with over 100 characters`
    described.note =
      described.choice === LONG
        ? `${count} go to the long text, and begin the description`
        : `${count} are refused: choose “Description, longer ones as long text” to take them`
  }
  const column = columns[indexOf('category')]
  if (column) questions.push(...setCategories(column, [...unknown], { paths, makesCategories }))
  return { columns, questions, repeated: { skus: skus.repeated, gtins: gtins.repeated } }
}

const LONG = 'description:long'

/** Notes the categories that a file would make, as a tree, or asks how their paths are divided. */
function setCategories(
  column: FileColumn,
  unknown: string[],
  { paths, makesCategories }: { paths: CategoryPaths; makesCategories: boolean },
): string[] {
  const other = unknown.find((text) => hasOtherSeparator(text))
  if (other !== undefined && column.choice === undefined) {
    column.choices = [
      { name: 'category:path', heading: 'Category, a path with / | » or >, the first of several' },
      { name: 'category:plain', heading: 'Category, as it is written' },
    ]
    return [
      `Choose what ${column.name} is: ${other} can be a path, several categories or one name.`,
    ]
  }
  const isPath = column.choice === 'category:path'
  const made = unknown
    .map((text) => plainPath(isPath ? withOwnSeparator(text) : text))
    .filter((path) => !paths.find(path) && paths.canMake(path))
  const tree = Map.groupBy(made, (path) => namesIn(path)[0] ?? '')
  const tops = [...tree].map(([top, all]) => {
    const below = new Set(all.flatMap((path) => namesIn(path).slice(1)))
    const own = paths.find(top) ? top : `${top} (new)`
    return below.size === 0 ? own : `${own} > ${[...below].join(', ')}`
  })
  const named = tops.slice(0, MOST_NAMED).join('; ')
  const more = tops.length > MOST_NAMED ? ` and ${tops.length - MOST_NAMED} more` : ''
  if (makesCategories && named !== '') column.note = `Categories to be made: ${named}${more}`
  return []
}

/** The categories of the first level that a note names. */
const MOST_NAMED = 20

function createRepeats() {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const add = (text: string) => {
    if (text === '') return
    if (seen.has(text)) repeated.add(text)
    seen.add(text)
  }
  return { add, repeated }
}
