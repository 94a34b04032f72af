import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { lineIs, lineIsOpen } from '#shop/orders/line-states.server.ts'

/** What a list shows of a customer's orders. */
export type CustomerFigures = {
  id: string
  orders: number
  lastOrderAt: Date | null
  /** Of the documents of this year, without tax. */
  thisYear: Cents
  /** Of unpaid lines, without tax. */
  open: Cents
}

/** Returns the figures of these users. */
export async function findCustomerFigures(
  db: Db,
  ids: string[],
  now = new Date(),
): Promise<CustomerFigures[]> {
  const newYear = new Date(Date.UTC(now.getUTCFullYear(), 0, 1))
  const { rows } = await sql<
    Omit<CustomerFigures, 'thisYear' | 'open'> & Record<'thisYear' | 'open', string>
  >`
    select account.id,
      (select count(*)::integer from orders where account_id = account.id) as orders,
      (select max(placed_at) from orders where account_id = account.id) as last_order_at,
      (select coalesce(sum(net_cents), 0) from ledger
        where account_id = account.id and issued_at >= ${newYear}) as this_year,
      (select coalesce(sum(quantity * unit_price_cents::bigint), 0) from order_line
        where account_id = account.id and ${lineIsOpen} and ${lineIs('unpaid')}) as open
    from account where id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ thisYear, open, ...row }) => ({
    ...row,
    thisYear: cents(Number(thisYear)),
    open: cents(Number(open)),
  }))
}
