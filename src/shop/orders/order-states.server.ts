import { type SqlBool, sql } from 'kysely'
import { type OrderAction, type OrderState, orderStateNames, orderStates } from './order.ts'

// Literals, not parameters: the partial indexes of the table are for these conditions.

/** The condition that a row of `purchase` is in this state. */
export function orderIs(state: OrderState) {
  return sql<SqlBool>`status = ${sql.lit(state)}`
}

/** The condition that a row of `purchase` is in a state in which this may be done with it. */
export function orderMay(action: OrderAction) {
  const states = orderStateNames.filter((state) => action in orderStates[state])
  return sql<SqlBool>`status in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/** The condition that a row of `purchase` is in the lists of orders: it is not cancelled. */
export function orderIsListed() {
  return sql<SqlBool>`status <> ${sql.lit('cancelled' satisfies OrderState)}`
}
