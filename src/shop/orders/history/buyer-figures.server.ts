import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { lineIs } from '#shop/orders/line-states.server.ts'

/** What a list shows of a buyer's orders; `open` is the sum of unpaid lines, without tax. */
export type BuyerFigures = { id: string; orders: number; lastOrderAt: Date | null; open: Cents }

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
