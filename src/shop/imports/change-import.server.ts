import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { DecimalMark } from '#platform/written-number.ts'
import type { AuditEntry } from '#shop/audit/audit.server.ts'
import type { ChosenColumns } from '#shop/tables/columns/map-columns.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import type { Encoding } from '#shop/tables/decode-text.ts'
import { type CompareDeps, compareRows, contextOf } from './compare/compare-import.server.ts'
import { skuOf } from './compare/read-cells.ts'
import {
  countRows,
  findImport,
  readRows,
  type StoredImport,
  type StoredRow,
} from './store/import-queries.server.ts'
import type { ImportRefusal } from './store/import-refusals.server.ts'
import type { ImportMode, ImportStatus } from './store/product-import.ts'

/** How the columns of a file are read, and what may be done with them. */
export type ImportChoices = {
  mode: ImportMode
  makesCategories: boolean
  mapping: ChosenColumns
  decimalMarks: Record<FieldName, DecimalMark>
}

export type NewImport = ImportChoices & {
  file: Buffer
  fileName: string
  sheet: string | null
  encoding?: Encoding | null
} & Pick<AuditEntry, 'actor' | 'ipAddress'>

/** The choices of a file that says only what changes, in the columns of an export. */
export const CHANGE_ONLY = {
  mode: 'change',
  makesCategories: false,
  mapping: {},
  decimalMarks: {},
  sheet: null,
} as const

/** Stores a file that is to be read; returns the id of its import. */
export async function addImport(db: Db, given: NewImport): Promise<string> {
  const { actor, ipAddress, mapping, decimalMarks, ...others } = given
  const isAccount = typeof actor === 'object'
  const id = uuidv7()
  await db
    .insertInto('productImport')
    .values({
      ...others,
      id,
      accountId: isAccount ? actor.id : null,
      actor: isAccount ? actor.email : actor,
      ipAddress,
      mapping: JSON.stringify(mapping),
      decimalMarks: JSON.stringify(decimalMarks),
    })
    .execute()
  return id
}

/** Compares an import again with other columns or another mode. */
export async function chooseColumns(
  db: Db,
  id: string,
  choices: { [Name in keyof ImportChoices]?: ImportChoices[Name] | undefined },
  changedBy: string,
): Promise<ImportRefusal | undefined> {
  const { mapping, decimalMarks } = choices
  return changeStatus(db, id, ['compared'], 'reading', ({ version }) => ({
    ...choices,
    mapping: mapping && JSON.stringify(mapping),
    decimalMarks: decimalMarks && JSON.stringify(decimalMarks),
    ...nextVersion(version, changedBy),
  }))
}

const nextVersion = (version: number, changedBy: string) => {
  return { version: version + 1, changedBy, changedAt: new Date() }
}

/** Asks for an import to be applied as it was in this version. */
export async function startApplying(db: Db, id: string, version: number): Promise<ImportRefusal | undefined> {
  return changeStatus(db, id, ['compared'], 'applying', (imported) => {
    const { changedBy, changedAt } = imported
    if (imported.version !== version) return { refused: 'changed-since', changedBy, changedAt }
    return imported.questions.length > 0 ? { refused: 'undecided' } : { done: 0, stale: 0 }
  })
}

export function startUndoing(db: Db, id: string): Promise<ImportRefusal | undefined> {
  const counted = { done: 0, stale: 0, finishedAt: null, problem: null }
  return changeStatus(db, id, ['applied', 'cancelled', 'failed'], 'undoing', () => counted)
}

/** Ends an import; what is applied stays. Idempotent. */
export async function cancelImport(db: Db, id: string): Promise<ImportRefusal | undefined> {
  const from: ImportStatus[] = ['reading', 'compared', 'applying', 'cancelled']
  return changeStatus(db, id, from, 'cancelled', () => ({ file: null, finishedAt: new Date() }))
}

async function changeStatus(
  db: Db,
  id: string,
  from: ImportStatus[],
  status: ImportStatus,
  columnsOf: (imported: StoredImport) => ImportRefusal | Record<string, unknown>,
): Promise<ImportRefusal | undefined> {
  return db.transaction().execute(async (db) => {
    const imported = await findImport(db, id, { isLocked: true })
    if (!imported) return { refused: 'no-such-import' }
    if (!from.includes(imported.status)) return { refused: 'wrong-status', status: imported.status }
    const columns = columnsOf(imported)
    if ('refused' in columns) return columns as ImportRefusal
    await db
      .updateTable('productImport')
      .set({ startedAt: new Date(), ...columns, status })
      .where('id', '=', id)
      .execute()
    return undefined
  })
}

/** Replaces cells of a row, by field, and compares it again. */
export async function mendRow(
  deps: CompareDeps,
  id: string,
  position: number,
  mend: { cells: Record<FieldName, string>; restores?: boolean | undefined },
  changedBy: string,
): Promise<StoredRow | ImportRefusal> {
  return deps.db.transaction().execute(async (db) => {
    const imported = await findImport(db, id, { isLocked: true })
    if (!imported) return { refused: 'no-such-import' }
    if (imported.status !== 'compared') return { refused: 'wrong-status', status: imported.status }
    const [row] = await readRows(db, id, { size: 1, positions: [position] })
    if (!row) return { refused: 'no-such-row' }
    const context = await contextOf(db, imported)
    const cells = [...row.cells]
    const held = { ...row.held }
    for (const [field, text] of Object.entries(mend.cells)) {
      const at = imported.columns.findIndex((column) => column.field === field)
      if (at < 0) return { refused: 'not-a-field' }
      cells[at] = text
      delete held[at]
    }
    const sku = skuOf(cells, context.columns)
    await db
      .updateTable('productImportRow')
      .set({
        cells: JSON.stringify(Array.from(cells, (cell) => cell ?? '')),
        held: JSON.stringify(held),
        sku,
        restores: mend.restores ?? row.restores,
        problem: null,
      })
      .where('importId', '=', id)
      .where('position', '=', position)
      .execute()
    // With the rows of the same SKU, because this one came to them or left them.
    const skus = [row.sku, sku]
    const alike = await readRows(db, id, { skus, size: 1000 })
    const repeated = skus.filter((sku) => alike.filter((row) => row.sku === sku).length > 1)
    await compareRows({ ...deps, db }, id, alike, context, {
      skus: new Set(repeated),
      gtins: new Set(),
    })
    await countRows(db, id)
    await db
      .updateTable('productImport')
      .set(nextVersion(imported.version, changedBy))
      .where('id', '=', id)
      .execute()
    const [stored] = await readRows(db, id, { size: 1, positions: [position] })
    return stored ?? { refused: 'no-such-row' }
  })
}
