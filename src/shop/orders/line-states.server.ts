import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type LineAction, type LineStatus, lineStateNames, lineStates } from './order.ts'

// Literals instead of parameters, because the table's partial indexes use these conditions.

export function lineIs(state: LineStatus) {
  return sql<SqlBool>`order_line.status = ${sql.lit(state)}`
}

/** Returns the SQL condition that the status of a line allows this action. */
export function lineMay(action: LineAction) {
  const states = lineStateNames.filter((state) => action in lineStates[state])
  return sql<SqlBool>`order_line.status in (${sql.join(states.map((state) => sql.lit(state)))})`
}

/** Returns the SQL condition that a line is listed: not cancelled. */
export function lineIsListed() {
  return sql<SqlBool>`order_line.status <> ${sql.lit('cancelled' satisfies LineStatus)}`
}

/** The SQL condition that a line is neither paid nor cancelled and so holds stock. */
export const lineIsOpen = lineMay('cancel')

/** The SQL condition that the cancellation of a line has been pending for over two minutes. */
export const lineIsStuck = sql<SqlBool>`${lineIs('cancelling')}
  and order_line.cancelling_at < now() - interval '2 minutes'`

/** Returns the SQL condition that an account is a new buyer: it has paid no line and belongs to no company. */
export function isNewBuyer(accountId: RawBuilder<unknown>) {
  return sql<SqlBool>`(not exists (
    select from order_line as paid where paid.account_id = ${accountId} and paid.status = 'paid'
  ) and not exists (
    select from company_member as known where known.account_id = ${accountId}
  ))`
}
