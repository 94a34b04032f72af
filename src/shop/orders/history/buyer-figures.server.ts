import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { lineIs } from '#shop/orders/line-states.server.ts'

/** What is shown of a buyer's orders; `open` is the sum of unpaid lines, without tax. */
type OrderFigures = { orders: number; lastOrderAt: Date | null; open: Cents }
export type BuyerFigures = OrderFigures & { id: string }

/** Returns the figures of a company's orders, with those of companies merged into it. */
export async function findCompanyFigures(db: Db, companyId: string): Promise<OrderFigures> {
  const { rows } = await sql<Omit<OrderFigures, 'open'> & { open: string }>`
    with own as (
      select id, placed_at from orders
      where company_id in (select id from company where ${companyId}::uuid in (id, merged_into))
    )
    select count(*)::integer as orders, max(placed_at) as last_order_at,
      (select coalesce(sum(quantity * unit_price_cents::bigint), 0) from own
        join order_line on order_id = own.id where ${lineIs('unpaid')}) as open
    from own`.execute(db)
  const { orders = 0, lastOrderAt = null, open = 0 } = rows[0] ?? {}
  return { orders, lastOrderAt, open: cents(Number(open)) }
}

export async function findBuyerFigures(db: Db, ids: string[]): Promise<BuyerFigures[]> {
  const { rows } = await sql<Omit<BuyerFigures, 'open'> & { open: string }>`
    select id,
      (select count(*)::integer from orders where account_id = buyer.id) as orders,
      (select max(placed_at) from orders where account_id = buyer.id) as last_order_at,
      (select coalesce(sum(quantity * unit_price_cents::bigint), 0) from order_line
        where account_id = buyer.id and ${lineIs('unpaid')}) as open
    from unnest(${ids}::uuid[]) as buyer (id)`.execute(db)
  return rows.map(({ open, ...row }) => ({ ...row, open: cents(Number(open)) }))
}
