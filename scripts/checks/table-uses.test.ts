import { expect, test } from 'vitest'
import { TABLE_RULES } from './import-graph.ts'
import { findTableUses, ownerOf, readTables, tablesInFunctions, tablesNamedIn } from './table-uses.ts'

const tables = readTables()
const uses = findTableUses(tables, Object.keys(TABLE_RULES.tables))
const owned = Object.entries(TABLE_RULES.tables).flatMap(([folder, names]) =>
  names.map((table) => ({ folder, table })),
)
const excepted = TABLE_RULES.alsoNames.flatMap(({ folders, tables }) =>
  folders.flatMap((folder) => tables.map((table) => ({ folder, table }))),
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
  [`db.updateTable(['review as r'])`, ['review']],
  [`q.innerJoin('account as buyer', 'buyer.id', 'accountId')`, ['account']],
  [`db.insertInto(\n  'stockMovement',\n)`, ['stockMovement']],
  ['sql`select count(*) from stock_movement join product on true`', ['product', 'stockMovement']],
  ['sql`delete from only review`', ['review']],
  ['// from product, as a comment says', []],
  ['/** Joins what comes from review. */', []],
])('%s names %j', (code, expected) => {
  expect(tablesNamedIn(code, tables)).toEqual(expected)
})

test.each([
  ['create function f() returns void as $$\n  delete from product;\n$$;', ['product']],
  ['create function f() returns text\n  return (select name from account limit 1);', ['account']],
  ['create function f(order_line) returns text return 1;', ['orderLine']],
  ['create function f(a text, row session) returns text return 1;', ['session']],
  ['create function f() as $$\ndeclare\n  paid payment;\n  all orders[];\n$$;', ['orders', 'payment']],
  ['create trigger t after insert on review\n  for each row execute function f();', ['review']],
  ['create constraint trigger t\n  after update of a on invoice for each row;', ['invoice']],
  ['create function f(payment text) as $$\n  perform g(1, payment, 2);\n$$;', []],
  ['create function f() as $$\n  -- from product\n  perform 1;\n$$;', []],
  ['create table t (id uuid references account);\ncreate index i on product (id);', []],
])('%j in a schema file uses %j', (statements, expected) => {
  expect(tablesInFunctions(statements, tables)).toEqual(expected)
})

test('a schema file belongs to the folder after which it is named', () => {
  const folders = ['platform', 'shop/list-store', 'shop/orders', 'shop/search']
  expect(ownerOf('db/schema/09-list-store.sql', folders)).toBe('shop/list-store')
  expect(ownerOf('db/schema/10-orders.sql', folders)).toBe('shop/orders')
  expect(ownerOf('db/schema/06-search-text.sql', folders)).toBe('shop/search')
  expect(() => ownerOf('db/schema/18-orderly.sql', folders)).toThrow('18-orderly.sql is not named')
})
