import { type SqlBool, sql } from 'kysely'
import { type OrderAction, type OrderState, orderStateNames, orderStates } from './order.ts'

// Literals instead of parameters, because the table's partial indexes use these conditions.

/** Returns the SQL condition that a row of `purchase` has this status. */
export function orderIs(state: OrderState) {
  return sql<SqlBool>`status = ${sql.lit(state)}`
}

/** Returns the SQL condition that the status of a row of `purchase` allows this action. */
export function orderMay(action: OrderAction) {
  const states = orderStateNames.filter((state) => action in orderStates[state])
  return sql<SqlBool>`status in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/** Returns the SQL condition that a row of `purchase` is listed: not cancelled. */
export function orderIsListed() {
  return sql<SqlBool>`status <> ${sql.lit('cancelled' satisfies OrderState)}`
}
