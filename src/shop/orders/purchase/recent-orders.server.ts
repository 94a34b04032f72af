import { type SqlBool, sql } from 'kysely'
import { lineIs } from '#shop/orders/line-states.server.ts'

const MINUTE_MS = 60_000
// The hold of an order that is paid at once, and a day after it expired.
const PAY_AT_ONCE_AGAIN_MS = (24 * 60 + 15) * MINUTE_MS

/** The SQL condition that an account has no unpaid order of the last day that was to be paid at once. */
export const mayPayAtOnce = () => sql<SqlBool>`not exists (
  select from orders
  where (account_id, id) >= (account.id, ${firstIdSince(PAY_AT_ONCE_AGAIN_MS)}::uuid)
    and account_id = account.id and pay_at_once and not exists (
      select from order_line where order_id = orders.id and ${lineIs('paid')}
    )
)`

/** The SQL count of an account's orders within the last minute. */
export const ordersOfLastMinute = () => sql<number>`(
  select count(*)::integer from orders
  where account_id = account.id
    -- As a pair, which only the index of an account's orders serves.
    and (account_id, id) >= (account.id, ${firstIdSince(MINUTE_MS)}::uuid)
)`

/** Returns the smallest id of an order placed in this time before now. */
function firstIdSince(ms: number): string {
  const time = (Date.now() - ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
