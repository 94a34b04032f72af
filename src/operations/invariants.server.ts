import { type RawBuilder, sql } from 'kysely'
import file from '#db/invariants.sql?raw'
import type { Db } from '#platform/database/database.server.ts'
import { type InvariantScope, readInvariants } from './invariant-statements.ts'

/** A rule of the shop that its database breaks: which, where, and what is wrong there. */
export type Violation = { invariant: string; subject: string; detail: string }

/** Which rows of a scope are looked at, by the column that names their product, order or user. */
type Part = (column: RawBuilder<unknown>) => RawBuilder<unknown>
type PieceScope = Exclude<InvariantScope, 'all'>

// A few milliseconds of work: nobody else waits long for the one connection of the embedded database.
const PIECE = 2000

const statements = readInvariants(file)

/** The tables that a scope is about, each with the column that names its product, order or user. */
const tables = {
  product: { product: 'id', stock_movement: 'product_id' },
  order: {
    purchase: 'id',
    captured_payment: 'purchase_id',
    stock_movement: 'purchase_id',
  },
  key: { idempotency_key: 'account_id' },
} satisfies Record<PieceScope, Record<string, string>>

/** Where the pieces of a whole scope end: the index of this column is walked. */
const walks = {
  product: sql`stock_movement`,
  order: sql`stock_movement`,
  key: sql`idempotency_key`,
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Checks the whole database piece by piece, one statement at a time; none when all is well. After
 * each piece it waits for `rest`, which is told how long that took, and ends early when that says no.
 */
export async function findViolations(
  db: Db,
  rest: (workedMs: number) => Promise<boolean> = async () => true,
): Promise<Violation[]> {
  const found = await checkWhole(db)
  for (const scope of Object.keys(tables) as PieceScope[]) {
    let from: string | null = FIRST_ID
    while (from !== null) {
      const started = performance.now()
      const after: string = from
      const to = await endOfPiece(db, scope, after)
      const isWithin: Part = (column) =>
        to === null
          ? sql`${column} > ${after}::uuid`
          : sql`${column} > ${after}::uuid and ${column} <= ${to}::uuid`
      found.push(...(await checkPart(db, scope, isWithin)))
      from = to
      if (!(await rest(performance.now() - started))) return found
    }
  }
  return found
}

/** Checks a few products or orders. */
export async function checkIds(
  db: Db,
  scope: 'product' | 'order',
  ids: Iterable<string>,
): Promise<Violation[]> {
  const found: Violation[] = []
  const left = [...ids]
  while (left.length > 0) {
    const piece = left.splice(0, PIECE)
    found.push(...(await checkPart(db, scope, (column) => sql`${column} = any(${piece}::uuid[])`)))
  }
  return found
}

/** Checks the Idempotency-Keys that were used since a moment, and those of some orders. */
export function checkKeys(db: Db, since: Date, orders: string[]): Promise<Violation[]> {
  const ofOrders = orders.length > 0 ? sql`or answer ->> '_id' = any(${orders}::text[])` : sql``
  return checkPart(db, 'key', () => sql`(created_at >= ${since} ${ofOrders})`)
}

/** Checks the rules that are quick in a shop of any size. */
export async function checkWhole(db: Db): Promise<Violation[]> {
  return run(db, 'all', (statement) => statement)
}

/** In the statements of a scope, each of its tables holds only the rows of a part. */
function checkPart(db: Db, scope: PieceScope, isPart: Part): Promise<Violation[]> {
  const shadows = Object.entries<string>(tables[scope]).map(([table, column]) => {
    const rows = sql.ref(`${table}.${column}`)
    return sql`${sql.table(table)} as (select * from ${sql.table(table)} where ${isPart(rows)})`
  })
  return run(db, scope, (statement) => sql`with ${sql.join(shadows)} ${statement}`)
}

async function run(
  db: Db,
  scope: InvariantScope,
  within: (statement: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const statement of statements.filter((one) => one.scope === scope)) {
    const { rows } = await sql<Violation>`${within(sql.raw(statement.sql))}`.execute(db)
    found.push(...rows)
  }
  return found
}

async function endOfPiece(db: Db, scope: PieceScope, from: string): Promise<string | null> {
  const table = walks[scope]
  const column = sql.ref(
    scope === 'key' ? 'account_id' : `${scope === 'order' ? 'purchase' : scope}_id`,
  )
  const { rows } = await sql<{ id: string }>`
    select ${column} as id from ${table} where ${column} > ${from}::uuid
    order by ${column} offset ${PIECE} limit 1`.execute(db)
  return rows[0]?.id ?? null
}
