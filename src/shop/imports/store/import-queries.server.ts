import { type Selectable, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { ProductImport, ProductImportRow } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { DecimalMark } from '#platform/written-number.ts'
import type { RowCounts, RowState } from '#shop/compared-files/row-states.ts'
import type { FieldChange, FieldValue } from '#shop/imports/compare/catalogue-product.ts'
import type { ChosenColumns } from '#shop/tables/columns/map-columns.ts'
import type { HeldNumbers } from '#shop/tables/columns/read-cell.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { FieldName } from '#shop/tables/columns/table-fields.ts'
import type { Encoding } from '#shop/tables/decode-text.ts'
import type { ImportMode, ImportStatus } from './product-import.ts'
import { checksOf, type RowCheck, rowChecks } from './row-checks.ts'

/** What the columns of texts and JSON hold, and whether the file was read. */
type ImportContents = {
  isRead: boolean
  encoding: Encoding | null
  mode: ImportMode
  mapping: ChosenColumns
  decimalMarks: Record<FieldName, DecimalMark>
  columns: FileColumn[]
  notes: string[]
  questions: string[]
  status: ImportStatus
  counts: RowCounts
  /** How many rows have something to look at, and how many of each kind. */
  checks: Record<RowCheck | 'rows', number>
}

/** An import without its file and rows. */
export type StoredImport = Omit<Selectable<ProductImport>, 'file' | keyof ImportContents> & ImportContents

/** What became of a change; `current` is the value that was found instead of `from`. */
export type StoredChange = FieldChange & {
  outcome?: 'applied' | 'stale' | 'undone' | 'kept'
  current?: FieldValue
}

type RowContents = {
  cells: string[]
  held: HeldNumbers | null
  sku: string
  state: RowState
  changes: StoredChange[]
  reasons: string[]
  checks: RowCheck[]
  /** Of its product. */
  name: string | null
}
type RowColumn = 'position' | 'problem' | 'productId' | 'restores' | 'isDone'
export type StoredRow = Pick<Selectable<ProductImportRow>, RowColumn> & RowContents

const columns = sql.raw(`id, created_at, account_id, actor, ip_address, file_name, file is null as is_read,
  sheet, encoding, mode, makes_categories, mapping, decimal_marks, is_workbook, columns, notes, questions, status,
  problem, counts, '{"category": 0}' || checks as checks, done, stale, started_at, finished_at, version, changed_at, changed_by`)

const rowColumns = sql.raw(
  'position, cells, held, problem, sku, state, product_id, restores, changes, reasons, checks, is_done, (select name from product where id = product_id) as name',
)

export async function findImport(
  db: Db,
  id: string,
  { isLocked = false } = {},
): Promise<StoredImport | undefined> {
  if (!isUuid(id)) return undefined
  const lock = sql.raw(isLocked ? 'for no key update' : '')
  const { rows } = await sql<StoredImport>`
    select ${columns} from product_import where id = ${id} ${lock}`.execute(db)
  return rows[0]
}

export async function listImports(db: Db, size: number, page: number): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`
    select ${columns} from product_import
    order by created_at desc, id limit ${size} offset ${size * page}`.execute(db)
  return rows
}

export async function findNext(db: Db, statuses: ImportStatus[]): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`
    select ${columns} from product_import
    where status = any(${statuses}::text[]) and status in ('reading', 'applying', 'undoing')
    order by started_at, id limit 1`.execute(db)
  return rows[0]
}

/** The imports that are read, applied or undone, or wait for it; the one that began first comes first. */
export function listOpenImports(db: Db) {
  return db
    .selectFrom('productImport')
    .select(['fileName', 'status', 'startedAt'])
    .where('status', 'in', ['reading', 'applying', 'undoing'])
    .orderBy('startedAt')
    .execute()
}

export async function readRows(
  db: Db,
  importId: string,
  {
    after = 0,
    size,
    page = 0,
    state,
    positions,
    skus,
    isDone,
    check,
    isRefused = false,
  }: {
    after?: number
    size: number
    page?: number
    state?: RowState | RowState[] | undefined
    positions?: number[]
    skus?: string[]
    isDone?: boolean
    /** Only rows with something to look at, or with this. */
    check?: RowCheck | 'check' | undefined
    /** Only refused rows, and those of which something had changed in the meantime. */
    isRefused?: boolean
  },
): Promise<StoredRow[]> {
  const [first, ...others] = state === undefined ? [] : [state].flat()
  const hasState = others.length > 0 ? sql`state = any(${[first, ...others]}::text[])` : sql`state = ${first}`
  const { rows } = await sql<StoredRow>`
    select ${rowColumns} from product_import_row
    where import_id = ${importId} and position = any(array(
      -- From an index alone, because a far page passes over many rows.
      select position from product_import_row
      where import_id = ${importId} and position > ${after}
        and ${first === undefined ? sql`true` : hasState}
        and ${positions ? sql`position = any(${positions}::integer[])` : sql`true`}
        and ${skus ? sql`sku = any(${skus}::text[])` : sql`true`}
        and ${isDone === undefined ? sql`true` : sql`is_done = ${isDone}`}
        and ${check === undefined ? sql`true` : sql`checks <> '{}'`}
        and ${check === undefined || check === 'check' ? sql`true` : sql`checks @> array[${check}]`}
        and ${isRefused ? sql`(state = 'refused' or checks @> '{stale}')` : sql`true`}
      order by position limit ${size} offset ${size * page}
    ))
    order by position`.execute(db)
  return rows
}

/** Adds rows to an import; `chunk` is JSON of arrays of position, cells and problem. */
export async function insertRows(db: Db, importId: string, chunk: string): Promise<void> {
  await sql`
    insert into product_import_row (import_id, position, cells, problem, held)
    select ${importId}::uuid, (given ->> 0)::integer, given -> 1, given ->> 2, given -> 3
    from jsonb_array_elements(${chunk}::jsonb) as given`.execute(db)
}

/** What becomes of a row when it is compared, applied or undone. */
export type ResolvedRow = Omit<StoredRow, 'cells' | 'held' | 'problem' | 'restores' | 'checks' | 'name'>

export async function updateRows(
  db: Db,
  importId: string,
  rows: ResolvedRow[],
  { hasCategories = false } = {},
): Promise<void> {
  if (rows.length === 0) return
  const written = rows.map((row) => ({ ...row, checks: checksOf(row, hasCategories) }))
  await sql`
    update product_import_row as stored
    set sku = new.sku, state = new.state, product_id = new."productId", changes = new.changes,
      reasons = new.reasons, checks = new.checks, is_done = new."isDone"
    from json_to_recordset(${JSON.stringify(written)}) as new (position integer, sku text, state text,
      "productId" uuid, changes jsonb, reasons jsonb, checks text[], "isDone" boolean)
    where stored.import_id = ${importId} and stored.position = new.position`.execute(db)
}

/** Ends an import that has not left its status meanwhile, for the reason `problem`. */
export async function endImport(
  db: Db,
  { id, status: from }: Pick<StoredImport, 'id' | 'status'>,
  status: 'refused' | 'failed',
  problem: string,
): Promise<void> {
  await countRows(db, id)
  await db
    .updateTable('productImport')
    .set({ status, problem, file: null, finishedAt: new Date() })
    .where('id', '=', id)
    .where('status', '=', from)
    .execute()
}

/** Counts the rows of an import by their states and what to look at, before it is applied the stale ones too. */
export async function countRows(db: Db, importId: string): Promise<void> {
  const counted = rowChecks.map(
    (check) => sql`${sql.lit(check)}, count(*) filter (where checks @> array[${sql.lit(check)}])`,
  )
  await sql`
    update product_import set counts = counts || (
      select jsonb_build_object(
        'new', count(*) filter (where state = 'new'),
        'changed', count(*) filter (where state = 'changed'),
        'unchanged', count(*) filter (where state = 'unchanged'),
        'refused', count(*) filter (where state = 'refused'))
      from product_import_row where import_id = ${importId}
    ), checks = found.checks, stale = case
      when status in ('reading', 'compared') then (found.checks ->> 'stale')::integer else stale end
    from (
      select jsonb_build_object('rows', count(*), ${sql.join(counted)}) as checks
      from product_import_row where import_id = ${importId} and checks <> '{}'
    ) as found where id = ${importId}`.execute(db)
}
