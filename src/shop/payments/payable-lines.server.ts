import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { lineIdsNamed, namesOfLine } from '#shop/documents/order-names.server.ts'
import { type LineRow, lockLines } from '#shop/orders/line-queries.server.ts'
import type { PaymentRefusal, UnpayableOrder } from './payment-refusals.server.ts'

/** The subject of a payment: all open lines of orders, by id or number, or single lines. */
export type PaymentTarget = { orderIds: string[] } | { lineIds: string[] }

const MAX_LINES_IN_PAYMENT = 1_000

/** Locks the caller's own lines by id; an order means its unpaid lines, a line's id in its place that line. */
export async function lockPayableLines(
  db: Db,
  caller: Pick<Caller, 'id'>,
  target: PaymentTarget,
): Promise<LineRow[] | PaymentRefusal> {
  const names = 'orderIds' in target ? target.orderIds : target.lineIds
  const ownLines = await findOwn(db, caller, names, 'orderIds' in target)
  if (ownLines.length > MAX_LINES_IN_PAYMENT) return { refused: 'too-many-lines' }
  const locked = await lockLines(
    db,
    ownLines.map(({ id }) => id),
  )
  const lines = locked.filter(({ status }) => status !== 'cancelled')
  const linesOf = (name: string) => lines.filter((line) => isNamed(line, name))
  const missing = names.filter((name) => linesOf(name).length === 0)
  if (missing.length > 0) return { refused: 'no-such-order', ids: missing }
  const unpayable = names.flatMap((name) => whyNotPayable(name, linesOf(name)))
  if (unpayable.length > 0) return { refused: 'not-payable', orders: unpayable }
  return lines.filter(({ status }) => status === 'unpaid')
}

function isNamed(line: LineRow, name: string): boolean {
  return namesOfLine(line).includes(name.toLowerCase())
}

function whyNotPayable(name: string, lines: LineRow[]): UnpayableOrder[] {
  const [first] = lines
  if (!first || lines.some(({ status }) => status === 'unpaid')) return []
  const isCancelling = lines.some(({ status }) => status === 'cancelling')
  return [{ id: name, number: first.orderNumber, status: isCancelling ? 'cancelling' : 'paid' }]
}

function findOwn(db: Db, caller: Pick<Caller, 'id'>, names: string[], areOrders: boolean) {
  const lineIds = areOrders
    ? lineIdsNamed(db, names)
    : sql<string>`(select unnest(${names.filter((name) => isUuid(name))}::uuid[]))`
  return db
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select('orderLine.id')
    .where('orders.accountId', '=', caller.id)
    .where('orders.abandoned', '=', false)
    .where('orderLine.status', '<>', 'cancelled')
    .where('orderLine.id', 'in', lineIds)
    .limit(MAX_LINES_IN_PAYMENT + 1)
    .execute()
}
