import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange } from '#platform/database/refused-change.server.ts'
import { isUnavailable } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import { createCategoryPaths, namesIn } from '#shop/catalogue/categories/category-paths.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { storeNoImage } from '#shop/catalogue/images/shown-image.server.ts'
import { type ProductRefusal, refuseProduct, takenNumbers } from '#shop/catalogue/product-refusals.server.ts'
import {
  countRows,
  readRows,
  type StoredImport,
  updateRows,
} from '#shop/imports/store/import-queries.server.ts'
import { RowFault } from '#shop/imports/store/watch-step.server.ts'
import { addCategory } from '#shop/product-admin/categories/manage-categories.server.ts'
import { processRows, type Step } from './apply-rows.server.ts'
import { changeFamilies } from './change-families.server.ts'
import { actorOf } from './resolve-rows.server.ts'

export type ApplyDeps = {
  db: Db
  images: Pick<ImageStore, 'store'>
  clock: () => Date
}

// The products of a batch are locked for about this time, below the 100 ms that a sale may wait.
const LOCKED_MS = 50
const [MIN_BATCH, MAX_BATCH] = [10, 250]

/** Applies or undoes an import until its end, a cancel, or `isStopping`. */
export async function applyImport(
  deps: ApplyDeps,
  imported: StoredImport,
  keepLease: () => Promise<void>,
  isStopping: () => boolean,
): Promise<void> {
  const { db, clock } = deps
  const { id } = imported
  const step = imported.status as Step
  const isAdding = step === 'applying' && imported.counts.new > 0
  const hasImages = imported.columns.some(({ field }) => field === 'imgURL')
  const noImage = isAdding || hasImages ? await storeNoImage(deps.images) : ''
  if (step === 'applying' && imported.makesCategories) await makeCategories(db, imported)
  let [after, size] = [0, 20]
  while (!isStopping()) {
    const began = performance.now()
    const batch = { after, size, noImage, now: clock() }
    const processed = await processRows(db, id, step, batch).catch((error: unknown) => {
      if (isUnavailable(error)) throw error
      return processOneByOne(db, id, step, batch)
    })
    if (processed === null) return finish(db, imported, step)
    after = processed.last
    const locked = Math.max(1, performance.now() - processed.lockedAt)
    const next = Math.round((size * LOCKED_MS) / locked)
    size = Math.max(MIN_BATCH, Math.min(MAX_BATCH, 2 * size, next))
    await keepLease()
    // Leaves the processors to orders for up to a third of the time.
    await setTimeout(Math.min(LOCKED_MS, (performance.now() - began) / 2))
  }
}

type Batch = Parameters<typeof processRows>[3]
type Processed = NonNullable<Awaited<ReturnType<typeof processRows>>>

async function processOneByOne(db: Db, importId: string, step: Step, batch: Batch) {
  let processed: Processed | null = null
  for (let after = batch.after, count = 0; count < batch.size; count += 1) {
    const single: Batch = { ...batch, after, size: 1 }
    const next = await processRows(db, importId, step, single).catch((error: unknown) =>
      refuseNext(db, importId, step, after, error),
    )
    if (next === null) break
    after = next.last
    processed = next
  }
  return processed
}

/** Refuses the row that the database refused; it counts as read. Any other error is thrown with its row. */
async function refuseNext(db: Db, importId: string, step: Step, after: number, error: unknown) {
  const reason = whyNotStored(error)
  const isDone = step === 'undoing'
  const [row] = await readRows(db, importId, { after, size: 1, state: ['new', 'changed'], isDone })
  if (!row || isUnavailable(error)) throw error
  if (reason === null) throw new RowFault(row.position, error)
  const changes = row.changes.map((change) => ({ ...change, outcome: 'kept' as const }))
  const refused = isDone
    ? { ...row, changes, reasons: [reason], isDone: false }
    : { ...row, state: 'refused' as const, reasons: [reason] }
  await updateRows(db, importId, [refused])
  await db
    .updateTable('productImport')
    .set((is) => ({ done: is('done', '+', 1), stale: is('stale', '+', 1) }))
    .where('id', '=', importId)
    .execute()
  return { last: row.position, lockedAt: performance.now() }
}

/** Why the database refused a row, such as a number that another product took; null for other errors. */
function whyNotStored(error: unknown): string | null {
  if (error instanceof RefusedChange) return refuseProduct(error.refusal as ProductRefusal).message
  const { code, constraint } = Object(error)
  const taken = takenNumbers[constraint]
  if (taken) return refuseProduct(taken).message
  const isRule = typeof code === 'string' && /^2[23]/.test(code)
  return isRule ? 'The database refuses these values' : null
}

async function finish(db: Db, imported: StoredImport, step: Step): Promise<void> {
  const status = step === 'applying' ? 'applied' : 'undone'
  await countRows(db, imported.id)
  await changeFamilies(db, imported, status)
  await db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('productImport')
      .set({ status, finishedAt: new Date() })
      .where('id', '=', imported.id)
      .where('status', '=', step)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const action = step === 'applying' ? 'products-imported' : 'import-undone'
    const subject = { id: imported.id, name: imported.fileName }
    await recordAudit(db, { action, subject, ...actorOf(imported) })
  })
}

async function makeCategories(db: Db, imported: StoredImport): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    select distinct change ->> 'to' as path
    from product_import_row, jsonb_array_elements(changes) as change
    where import_id = ${imported.id} and state in ('new', 'changed') and not is_done
      and change ->> 'field' = 'category' and change ->> 'to' is not null
    order by 1`.execute(db)
  for (const { path } of rows) {
    const [top = '', below] = namesIn(path)
    const paths = createCategoryPaths(await listCategories(db))
    // One that can't be made any more refuses its rows.
    if (paths.find(path) || !paths.canMake(path)) continue
    const parent = paths.find(top)?.slug ?? (await add(top, null))
    if (below !== undefined && parent !== undefined) await add(below, parent)
  }
  async function add(name: string, parent: string | null): Promise<string | undefined> {
    const added = await addCategory(db, { name, parent }, actorOf(imported))
    return 'refused' in added ? undefined : added.slug
  }
}
