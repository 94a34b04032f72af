import { type SqlBool, sql } from 'kysely'
import { type OrderAction, type OrderState, orderStates } from './order.ts'

// The database says the same: an order is never both paid and cancelling.
const rows = {
  unpaid: sql`(transaction_id is null and cancelling_at is null)`,
  cancelling: sql`(cancelling_at is not null)`,
  paid: sql`(transaction_id is not null)`,
} satisfies Record<OrderState, unknown>

/** The condition that a row of `purchase` is in this state. */
export function orderIs(state: OrderState) {
  return sql<SqlBool>`${rows[state]}`
}

/** The condition that a row of `purchase` is in a state in which this may be done with it. */
export function orderMay(action: OrderAction) {
  const states = (Object.keys(rows) as OrderState[]).filter((state) => action in orderStates[state])
  return sql<SqlBool>`(${sql.join(
    states.map((state) => rows[state]),
    sql` or `,
  )})`
}
