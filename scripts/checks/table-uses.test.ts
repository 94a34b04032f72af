import { expect, test } from 'vitest'
import { TABLE_RULES } from './import-rules.ts'
import { findTableUses, readTables, tablesNamedIn } from './table-uses.ts'

const tables = readTables()
const uses = findTableUses(tables)
const owned = Object.entries(TABLE_RULES.tables).flatMap(([folder, names]) =>
  names.map((table) => ({ folder, table })),
)
const excepted = TABLE_RULES.alsoNames.flatMap(({ folder, tables }) =>
  tables.map((table) => ({ folder, table })),
)

test('each table of the schema belongs to one folder', () => {
  expect(owned.map(({ table }) => table).sort()).toEqual([...tables].sort())
})

test('a folder names its own tables, and others only with a reason', () => {
  const allowed = [...owned, ...excepted]
  const refused = uses.filter(
    (use) => !allowed.some(({ folder, table }) => folder === use.folder && table === use.table),
  )
  expect(refused).toEqual([])
})

test('no exception is obsolete', () => {
  const unused = excepted.filter(
    ({ folder, table }) => !uses.some((use) => folder === use.folder && table === use.table),
  )
  expect(unused).toEqual([])
  for (const { why } of TABLE_RULES.alsoNames) expect(why).not.toBe('')
})

test.each([
  [`db.selectFrom('product').selectAll()`, ['product']],
  [`db.updateTable(['purchase as p'])`, ['purchase']],
  [`q.innerJoin('account as buyer', 'buyer.id', 'accountId')`, ['account']],
  [`db.insertInto(\n  'stockMovement',\n)`, ['stockMovement']],
  ['sql`select count(*) from stock_movement join product on true`', ['product', 'stockMovement']],
  ['sql`delete from only purchase`', ['purchase']],
  ['// from product, as a comment says', []],
  ['/** Joins what comes from purchase. */', []],
])('%s names %j', (code, expected) => {
  expect(tablesNamedIn(code, tables)).toEqual(expected)
})
