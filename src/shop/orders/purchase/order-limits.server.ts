import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import type { StoredProduct } from '#shop/catalogue/products.server.ts'
import { lineMay, neverPaid } from '#shop/orders/line-states.server.ts'
import { holdHoursOf, maxPieces, type OrderRules, orderCaps } from '#shop/orders/order-caps.ts'
import { countedOrders } from './check-order-lines.ts'

const amount = z.object({
  held: z.number().openapi({ description: 'Held in the buyer’s unpaid orders' }),
  most: z.number(),
})

/** A buyer's limits for unpaid orders, and what they hold; the pieces are those of one product. */
export const orderLimitsJson = z.object({
  orders: amount,
  dollars: amount,
  pieces: amount,
  holdHours: z.number().openapi({ description: 'How long an unpaid order holds its stock' }),
  emailVerified: z.boolean(),
})

export type OrderLimits = z.infer<typeof orderLimitsJson>

/**
 * Returns a buyer's limits and current use for a product, as information only: placing an order
 * checks them again.
 */
export async function readOrderLimits(
  db: Db,
  rules: OrderRules,
  buyerId: string,
  product: Pick<StoredProduct, 'id' | 'quantity' | 'minQuantity'>,
): Promise<OrderLimits> {
  const { rows } = await sql<Row>`
    select count(order_line.id) as lines, count(distinct order_id) as orders,
      coalesce(sum(unit_price_cents::bigint * quantity), 0) as cents,
      coalesce(sum(quantity) filter (where product_id = ${product.id}), 0) as pieces,
      email_verified as is_verified, not ${neverPaid(sql`account.id`)} as has_paid
    from account left join order_line on account_id = account.id and ${lineMay('cancel')}
    where account.id = ${buyerId} group by account.id`.execute(db)
  const [held] = rows
  if (!held) throw new Error(`There is no user ${buyerId}`)
  const caps = orderCaps(rules, { emailVerified: held.isVerified })
  const pieces = Number(held.pieces)
  const counts = {
    emailVerified: held.isVerified,
    hasPaid: held.hasPaid,
    lines: Number(held.lines),
    orders: Number(held.orders),
  }
  return {
    orders: { held: countedOrders(counts), most: caps.orders },
    dollars: {
      held: centsToDollars(cents(Number(held.cents))),
      most: centsToDollars(caps.cents),
    },
    pieces: { held: pieces, most: maxPieces(caps, product, { pieces }) },
    holdHours: holdHoursOf(rules, counts),
    emailVerified: held.isVerified,
  }
}

type Row = {
  lines: string
  orders: string
  cents: string
  pieces: string
  isVerified: boolean
  hasPaid: boolean
}
