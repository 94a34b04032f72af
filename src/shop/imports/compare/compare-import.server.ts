import { v7 as uuidv7 } from 'uuid'
import { oneLine } from '#platform/clean-text.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isUnavailable } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import {
  type CategoryPaths,
  createCategoryPaths,
  namesIn,
} from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { paddedGtin } from '#shop/catalogue/gtin.ts'
import { fieldsOf, type ImportField } from '#shop/imports/store/import-fields.ts'
import {
  countRows,
  readRows,
  type StoredColumn,
  type StoredImport,
  type StoredRow,
  updateRows,
} from '#shop/imports/store/import-queries.server.ts'
import { RowFault } from '#shop/imports/store/watch-step.server.ts'
import { overlapsOfPlaced, overlapText } from '#shop/prices/contract-overlap.server.ts'
import { setMarks } from '#shop/tables/columns/decimal-marks.ts'
import { mapColumns } from '#shop/tables/columns/map-columns.ts'
import { plainNumber } from '#shop/tables/columns/read-cell.ts'
import { createMarkCount } from '#shop/tables/number-text.ts'
import { findNamedImages } from '#shop/uploads/image-names.server.ts'
import type { CatalogueProduct } from './catalogue-product.ts'
import { findBySku } from './catalogue-queries.server.ts'
import { type CompareContext, compareRow, type ReadColumn, skuOf } from './compare-row.ts'
import { markStale } from './mark-stale.server.ts'
import {
  askAboutNearSkus,
  type Result,
  refuse,
  refuseForeignImages,
  refuseTakenGtins,
  valueAfter,
} from './refuse-rows.server.ts'

export type CompareDeps = { db: Db; images: Pick<ImageStore, 'has'> }

// Compared within a few milliseconds, so that requests between two of them do not wait.
const BATCH = 100

/** The SKUs and GTINs that several rows of the file have. */
type Repeated = { skus: Set<string>; gtins: Set<string> }

/** Compares all rows of an import with the catalogue. */
export async function compareImport(
  deps: CompareDeps,
  imported: StoredImport,
  keepLease: () => Promise<void>,
): Promise<void> {
  const { db } = deps
  const { id } = imported
  const fields = fieldsOf(await listCategories(db))
  const headings = imported.columns.map(({ heading }) => heading)
  const { columns: mapped, questions } = mapColumns(headings, fields, imported.mapping)
  const columns = mapped.map((column, at) => {
    return { ...column, sample: imported.columns[at]?.sample ?? '', mark: null } as StoredColumn
  })
  const repeated = await surveyRows(db, imported, { columns, fields, questions }, keepLease)
  const context = await contextOf(db, { ...imported, columns })
  for (let after = 0; ; ) {
    const rows = await readRows(db, id, { after, size: BATCH })
    const last = rows.at(-1)
    if (!last) break
    await compareRows(deps, id, rows, context, repeated).catch(async (error: unknown) => {
      if (isUnavailable(error)) throw error
      // One after the other, so that the row at fault is named.
      for (const row of rows)
        await compareRows(deps, id, [row], context, repeated).catch((error: unknown) => {
          throw isUnavailable(error) ? error : new RowFault(row.position, error)
        })
    })
    await keepLease()
    after = last.position
  }
  await countRows(db, id)
  await db
    .updateTable('productImport')
    .set({
      status: 'compared',
      columns: JSON.stringify(columns),
      questions: JSON.stringify(questions),
    })
    .where('id', '=', id)
    .where('status', '=', 'reading')
    .execute()
}

/** The context of an import whose columns are known. */
export async function contextOf(db: Db, imported: StoredImport): Promise<CompareContext> {
  const { mode, makesCategories } = imported
  const categories = await listCategories(db)
  const fields = new Map(fieldsOf(categories).map((field) => [field.name, field]))
  const columns = imported.columns.flatMap(({ heading, field, mark }, at): ReadColumn[] => {
    const known = field === null ? undefined : fields.get(field)
    return known ? [{ at, heading: heading || known.heading, field: known, mark }] : []
  })
  const paths = createCategoryPaths(categories)
  return { columns, mode, makesCategories, paths, imageNamed: () => undefined }
}

/** Compares rows and stores the result. */
export async function compareRows(
  { db, images }: CompareDeps,
  importId: string,
  rows: StoredRow[],
  context: CompareContext,
  repeated: Repeated,
): Promise<void> {
  const skus = rows.map(({ cells }) => skuOf(cells, context.columns))
  const countsPromised = context.columns.some(({ field }) => field.name === 'onShelf')
  const products = await findBySku(db, skus, { countsPromised })
  const imageAt = context.columns.find(({ field }) => field.kind === 'image')?.at
  const names =
    imageAt === undefined ? [] : rows.flatMap(({ cells }) => oneLine(cells[imageAt] ?? '') || [])
  const imageNamed = names.length > 0 ? await findNamedImages(db, names) : context.imageNamed
  const compared = rows.map((row, index): Omit<StoredRow, 'cells' | 'problem' | 'restores'> => {
    const sku = skus[index] ?? ''
    const product = products.get(sku)
    const result = compareRow(row, product, { ...context, imageNamed })
    if (sku !== '' && repeated.skus.has(sku)) refuse(result, `Several rows have the SKU ${sku}`)
    const gtin = valueAfter(result, 'gtin')
    if (gtin !== null && repeated.gtins.has(paddedGtin(gtin)))
      refuse(result, `Several rows have the GTIN ${gtin}`)
    const { position } = row
    return { position, sku, productId: product?.id ?? null, ...result, isDone: false }
  })
  await markStale(
    db,
    compared,
    rows,
    context.columns.find(({ field }) => field.name === 'asOf')?.at,
  )
  await askAboutNearSkus(db, compared, rows)
  await refuseTakenGtins(db, compared)
  await refuseForeignImages(images, compared)
  await refuseOverlaps(db, compared, [...products.values()], context.paths)
  await updateRows(db, importId, compared)
}

/** Refuses the rows after which two contracts of a company would cover a product (product 21.6). */
async function refuseOverlaps(
  db: Db,
  rows: (Result & { productId: string | null; sku: string })[],
  products: CatalogueProduct[],
  paths: CategoryPaths,
): Promise<void> {
  const before = products.filter(({ deletedAt }) => deletedAt === null)
  const rowOf = new Map<string, Result>()
  const placed = rows.flatMap((row) => {
    const { state, sku, productId, changes } = row
    const product = products.find(({ id }) => id === productId)
    const isPlaced = changes.some(
      ({ field, to }) => field === 'category' || (field === 'onSale' && to === 'yes'),
    )
    if (state !== 'new' && !(state === 'changed' && isPlaced)) return []
    const path = valueAfter(row, 'category')
    // A category that is to be made is covered like the one above it.
    const found =
      path === null ? undefined : (paths.find(path) ?? paths.find(namesIn(path)[0] ?? ''))
    const isMoved = changes.some(({ field }) => field === 'category')
    const category = isMoved ? (found?.slug ?? null) : (product?.category ?? null)
    const id = productId ?? uuidv7()
    rowOf.set(id, row)
    return [{ id, sku, category }]
  })
  for (const overlap of await overlapsOfPlaced(db, placed, before, new Date())) {
    const row = rowOf.get(overlap.productId)
    if (row && row.state !== 'refused') refuse(row, overlapText(overlap))
  }
}

/**
 * Reads all rows once before they are compared: which SKUs and GTINs are repeated, and which decimal
 * mark each column has. Sets the marks of `columns` and adds what must be asked.
 */
async function surveyRows(
  db: Db,
  imported: StoredImport,
  headings: { columns: StoredColumn[]; fields: ImportField[]; questions: string[] },
  keepLease: () => Promise<void>,
): Promise<Repeated> {
  const { columns, fields, questions } = headings
  const numberFields = new Set(fields.filter(isNumber).map(({ name }) => name))
  const numbers = columns.flatMap((column, at) =>
    numberFields.has(column.field ?? '') ? [{ column, at, count: createMarkCount() }] : [],
  )
  const indexOf = (field: string) => columns.findIndex((column) => column.field === field)
  const skuField = fields.filter(({ name }) => name === 'sku')
  const skuColumns = skuField.map((field) => ({
    at: indexOf('sku'),
    heading: '',
    field,
    mark: null,
  }))
  const [skus, gtins] = [createRepeats(), createRepeats()]
  for (let after = 0; ; ) {
    const rows = await readRows(db, imported.id, { after, size: 1_000 })
    const last = rows.at(-1)
    if (!last) break
    for (const { cells } of rows) {
      skus.add(skuOf(cells, skuColumns))
      gtins.add(paddedGtin((cells[indexOf('gtin')] ?? '').replaceAll(/[\s-]/g, '')))
      for (const { at, count } of numbers) count.add(plainNumber(oneLine(cells[at] ?? '')))
    }
    await keepLease()
    after = last.position
  }
  questions.push(...setMarks(numbers, imported))
  return { skus: skus.repeated, gtins: gtins.repeated }
}

const isNumber = ({ kind, specification }: ImportField) =>
  kind === 'whole' || kind === 'price' || specification?.kind === 'number'

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
