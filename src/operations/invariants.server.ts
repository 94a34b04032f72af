import { type RawBuilder, sql } from 'kysely'
import file from '#db/invariants.sql?raw'
import type { Db } from '#platform/database/database.server.ts'
import { type InvariantScope, readInvariants } from './invariant-statements.ts'

/** A row that violates an invariant of `db/invariants.sql`. */
export type Violation = { invariant: string; subject: string; detail: string }

/** Builds the condition that selects a batch, from the column with the product, order or user id. */
type BatchCondition = (column: RawBuilder<unknown>) => RawBuilder<unknown>
type BatchScope = Exclude<InvariantScope, 'all' | 'due'>

// A batch takes milliseconds, so it does not block the embedded database's one connection for long.
const BATCH = 2000

const statements = readInvariants(file)

/** The tables of each scope, with the column that holds the product, order or user id. */
const tables = {
  product: { product: 'id', stock_movement: 'product_id' },
  order: {
    order_line: 'id',
    invoice_line: 'order_line_id',
    payment_line: 'order_line_id',
    refund_line: 'order_line_id',
    return_line: 'order_line_id',
    shipment_line: 'order_line_id',
    stock_movement: 'order_line_id',
  },
  key: { idempotency_key: 'account_id' },
} satisfies Record<BatchScope, Record<string, string>>

/** The table whose index determines where a batch of the scope ends. */
const batchTables = {
  product: sql`stock_movement`,
  order: sql`stock_movement`,
  key: sql`idempotency_key`,
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Checks the whole database in batches. Returns all violations. After each batch it awaits `rest`,
 * passing the duration of the batch in milliseconds, and stops early when `rest` resolves to false.
 * `isRestored` leaves out what should be done by now, which a backup may have.
 */
export async function findViolations(
  db: Db,
  rest: (workedMs: number) => Promise<boolean> = async () => true,
  { isRestored = false } = {},
): Promise<Violation[]> {
  const violations = isRestored ? await run(db, 'all') : await checkWhole(db)
  for (const scope of await usedScopes(db)) {
    let from: string | null = FIRST_ID
    while (from !== null) {
      const started = performance.now()
      const after: string = from
      const to = await endOfBatch(db, scope, after)
      const isInBatch: BatchCondition = (column) =>
        to === null
          ? sql`${column} > ${after}::uuid`
          : sql`${column} > ${after}::uuid and ${column} <= ${to}::uuid`
      violations.push(...(await checkBatch(db, scope, isInBatch)))
      from = to
      if (!(await rest(performance.now() - started))) return violations
    }
  }
  return violations
}

/** The scopes with any rows. The statements of the others, a dozen for orders, would find nothing. */
async function usedScopes(db: Db): Promise<BatchScope[]> {
  const scopes = Object.keys(tables) as BatchScope[]
  const columns = scopes.map((scope) => {
    const filled = Object.keys(tables[scope]).map((name) => sql`exists (select from ${sql.table(name)})`)
    return sql`${sql.join(filled, sql` or `)} as ${sql.ref(scope)}`
  })
  const { rows } = await sql<Record<BatchScope, boolean>>`select ${sql.join(columns)}`.execute(db)
  return scopes.filter((scope) => rows[0]?.[scope])
}

/** Returns the violations of the products or orders with these ids. */
export async function checkIds(
  db: Db,
  scope: 'product' | 'order',
  ids: Iterable<string>,
): Promise<Violation[]> {
  const violations: Violation[] = []
  const remaining = [...ids]
  while (remaining.length > 0) {
    const batch = remaining.splice(0, BATCH)
    violations.push(...(await checkBatch(db, scope, (column) => sql`${column} = any(${batch}::uuid[])`)))
  }
  return violations
}

/** Checks the Idempotency-Keys created since a date, and those of the given orders. */
export function checkKeys(db: Db, since: Date, orders: string[]): Promise<Violation[]> {
  const ofOrders =
    orders.length > 0
      ? sql`or answer ->> '_id' = any(${orders}::text[]) or answer ->> 'orderId' = any(${orders}::text[])`
      : sql``
  return checkBatch(db, 'key', () => sql`(created_at >= ${since} ${ofOrders})`)
}

/** Runs the statements that are fast at any size of the shop. */
export async function checkWhole(db: Db): Promise<Violation[]> {
  return [...(await run(db, 'all')), ...(await run(db, 'due'))]
}

/** Runs the statements of a scope with CTEs that shadow its tables and hold only the batch's rows. */
function checkBatch(db: Db, scope: BatchScope, isInBatch: BatchCondition): Promise<Violation[]> {
  const shadows = Object.entries<string>(tables[scope]).map(([table, column]) => {
    const rows = sql.ref(`${table}.${column}`)
    return sql`${sql.table(table)} as (select * from ${sql.table(table)} where ${isInBatch(rows)})`
  })
  return run(db, scope, (statement) => sql`with ${sql.join(shadows)} ${statement}`)
}

async function run(
  db: Db,
  scope: InvariantScope,
  within = (statement: RawBuilder<unknown>) => statement,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const statement of statements.filter((statement) => statement.scope === scope)) {
    const { rows } = await sql<Violation>`${within(sql.raw(statement.sql))}`.execute(db)
    violations.push(...rows)
  }
  return violations
}

/** Returns the last id of the batch after `from`, or null when it is the final batch. */
async function endOfBatch(db: Db, scope: BatchScope, from: string): Promise<string | null> {
  const table = batchTables[scope]
  const column = sql.ref(scope === 'key' ? 'account_id' : `${scope === 'order' ? 'order_line' : scope}_id`)
  const { rows } = await sql<{ id: string }>`
    select ${column} as id from ${table} where ${column} > ${from}::uuid
    order by ${column} offset ${BATCH} limit 1`.execute(db)
  return rows[0]?.id ?? null
}
