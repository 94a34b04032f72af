import { v7 as uuidv7 } from 'uuid'
import { oneLine } from '#platform/clean-text.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isUnavailable } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import {
  type CategoryPaths,
  createCategoryPaths,
  namesIn,
} from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { paddedGtin } from '#shop/catalogue/gtin.ts'
import { fieldsOf } from '#shop/imports/store/import-fields.ts'
import {
  countRows,
  type ResolvedRow,
  readRows,
  type StoredImport,
  type StoredRow,
  updateRows,
} from '#shop/imports/store/import-queries.server.ts'
import { RowFault } from '#shop/imports/store/watch-step.server.ts'
import { overlapsOfPlaced, overlapText } from '#shop/prices/contract-overlap.server.ts'
import { importForms } from '#shop/product-admin/product-forms.ts'
import { valuesIn } from '#shop/tables/columns/map-columns.ts'
import { readRowMeaning } from '#shop/tables/columns/row-meaning.ts'
import { findNamedImages } from '#shop/uploads/image-names.server.ts'
import type { CatalogueProduct } from './catalogue-product.ts'
import { findBySku } from './catalogue-queries.server.ts'
import { categoryIn } from './category-columns.ts'
import { compareRow } from './compare-row.ts'
import { markStale } from './mark-stale.server.ts'
import { type CompareContext, type ReadColumn, skuOf } from './read-cells.ts'
import {
  askAboutNearSkus,
  type Result,
  refuse,
  refuseForeignImages,
  refuseTakenGtins,
  valueAfter,
} from './refuse-rows.server.ts'
import { type Repeated, surveyRows } from './survey-rows.server.ts'

export type CompareDeps = { db: Db; images: Pick<ImageStore, 'has'> }

// Compared within a few milliseconds, so that requests between two of them do not wait.
const BATCH = 100

export async function compareImport(
  deps: CompareDeps,
  imported: StoredImport,
  keepLease: () => Promise<void>,
): Promise<void> {
  const { db } = deps
  const { id } = imported
  const categories = await listCategories(db)
  const known = { fields: fieldsOf(categories), paths: createCategoryPaths(categories) }
  const { columns, questions, repeated } = await surveyRows(db, imported, known, keepLease)
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
  const left = columns.flatMap(({ name }, at) => {
    const count = context.left.get(at)
    return count === undefined ? [] : `${count.toLocaleString('en-US')} × ${name}`
  })
  const [first] = columns.filter((_, at) => context.left.has(at))
  if (first)
    first.note = `${left.join(', ')}: left out, because the category has no such specification; add it there to take them`
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

export async function contextOf(db: Db, imported: StoredImport): Promise<CompareContext> {
  const { mode, makesCategories } = imported
  const categories = await listCategories(db)
  const fields = new Map(fieldsOf(categories).map((field) => [field.name, field]))
  const columns = imported.columns.flatMap((column, at): ReadColumn[] => {
    const { heading, field } = column
    const known = field === null ? undefined : fields.get(field)
    return known ? [{ ...column, at, heading: heading || known.heading, field: known }] : []
  })
  const today = new Date().toISOString().slice(0, 10)
  const paths = createCategoryPaths(categories)
  const meaningOf = (cells: readonly string[]) => readRowMeaning(cells, imported.columns, today)
  const { lowestPrice } = await db.selectFrom('brand').select('lowestPrice').executeTakeFirstOrThrow()
  const lowest = lowestPrice === null ? undefined : dollarsToCents(Number(lowestPrice))
  return {
    columns,
    mode,
    forms: importForms(lowest),
    makesCategories,
    paths,
    meaningOf,
    pathOf: (cells) => categoryIn(cells, imported.columns),
    values: valuesIn(imported.mapping),
    imageNamed: () => undefined,
    left: new Map(),
  }
}

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
  const names = imageAt === undefined ? [] : rows.flatMap(({ cells }) => oneLine(cells[imageAt] ?? '') || [])
  const imageNamed = names.length > 0 ? await findNamedImages(db, names) : context.imageNamed
  const compared = rows.map((row, index): ResolvedRow => {
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
  await markStale(db, compared, rows, context.columns.find(({ field }) => field.name === 'asOf')?.at)
  await askAboutNearSkus(db, compared, rows)
  await refuseTakenGtins(db, compared)
  await refuseForeignImages(images, compared)
  await refuseOverlaps(db, compared, [...products.values()], context.paths)
  const hasCategories = context.columns.some(({ field }) => field.name === 'category')
  await updateRows(db, importId, compared, { hasCategories })
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
    const found = path === null ? undefined : (paths.find(path) ?? paths.find(namesIn(path)[0] ?? ''))
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
