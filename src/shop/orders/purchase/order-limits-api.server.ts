import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { findProduct, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { isNewBuyer, lineMay } from '#shop/orders/line-states.server.ts'
import {
  type Held,
  holdHoursOf,
  maxPieces,
  type OrderRules,
  orderCaps,
  piecesForNew,
} from '#shop/orders/order-caps.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { addHeld, addHeldByNew } from './order-state.server.ts'

const amount = z.object({
  held: z.number().describe('Held in the buyer’s unpaid orders'),
  most: z.number(),
})

/** A buyer's limits for unpaid orders, and what they hold; the pieces are those of one product. */
const orderLimitsJson = z.object({
  orders: amount,
  dollars: amount,
  pieces: amount,
  holdHours: z.number().describe('How long an unpaid order holds its stock'),
  freeDollars: z.number().describe('An order up to this value is accepted while the buyer has no unpaid one'),
  emailVerified: z.boolean(),
})

export type OrderLimits = z.infer<typeof orderLimitsJson>
export function createOrderLimitsApi({ db, rules }: { db: Db; rules: OrderRules }) {
  return restApi({
    getOrderLimits: userJson({
      endpoint: 'GET /orderLimits/{productId}',
      description: 'The limits of unpaid orders, for this product and in total.',
      params: z.object({ productId: z.string() }),
      json: orderLimitsJson,
      refusals: { 404: 'No such product' },
      respond: async ({ params, caller }) => {
        const product = await findProduct(db, params.productId)
        if (!product) throw refuseOrder({ refused: 'no-such-product' })
        return await readOrderLimits(db, rules, caller.id, product)
      },
    }),
  })
}

/** Returns a buyer's limits and current use for a product, as information only: placing an order checks them again. */
async function readOrderLimits(db: Db, rules: OrderRules, buyerId: string, product: StoredProduct) {
  const { rows } = await sql<Held & { emailVerified: boolean; isNew: boolean }>`
    select count(distinct order_id)::integer as orders,
      coalesce(sum(unit_price_cents::bigint * quantity), 0)::float8 as cents,
      coalesce(sum(quantity) filter (where product_id = ${product.id}), 0)::float8 as pieces,
      email_verified, ${isNewBuyer(sql`account.id`)} as is_new
    from account left join order_line on account_id = account.id and ${lineMay('cancel')}
    where account.id = ${buyerId} group by account.id`.execute(db)
  const [held] = rows
  if (!held) throw new Error(`There is no user ${buyerId}`)
  const caps = orderCaps(rules, held)
  const shared = held.isNew ? held.pieces + (await leftForNew(db, rules, product)) : Infinity
  return {
    orders: { held: held.orders, most: caps.orders },
    dollars: { held: centsToDollars(held.cents), most: centsToDollars(caps.cents) },
    pieces: { held: held.pieces, most: Math.min(maxPieces(caps, product, held), shared) },
    holdHours: holdHoursOf(rules, held),
    freeDollars: centsToDollars(rules.freeOrder),
    emailVerified: held.emailVerified,
  }
}

async function leftForNew(db: Db, rules: OrderRules, product: StoredProduct): Promise<number> {
  const stock = { ...product, heldUnpaid: 0, heldByNew: 0, heldAtOnce: 0, nextEnd: null }
  await addHeld(db, [stock])
  await addHeldByNew(db, [stock])
  return piecesForNew(rules, stock)
}
