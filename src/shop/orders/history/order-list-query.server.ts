import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { timeQuery } from '#platform/http/api/rest-api.server.ts'
import { MAX_LINES_OF_PAGE, type PlacedOrder } from '#shop/orders/order.ts'
import { toOrderJson } from '#shop/orders/order-json.server.ts'
import { LONGEST_SEARCH } from '#shop/orders/orders-query.ts'
import { findShipping } from '#shop/pieces/order-shipments.server.ts'
import { findRefunded } from '#shop/pieces/refunded-orders.server.ts'

export const searchText = (description: string) =>
  z.string().max(LONGEST_SEARCH).default('').openapi({ description })

export const orderTimes = {
  from: timeQuery('Ordered at this time or later'),
  to: timeQuery('Ordered before this time'),
}

const sizeRule = 'size must be a whole number from 1 to 100'

export const pageOfOrders = {
  size: z.coerce.number(sizeRule).int(sizeRule).min(1, sizeRule).max(100, sizeRule).default(20),
  before: z.uuid('before must be the id of an order').optional(),
  after: z.uuid('after must be the id of an order').optional(),
}

export const ENDS_EARLY = `A page ends early, after one order or more, where it would have more than ${MAX_LINES_OF_PAGE.toLocaleString('en-US')} lines. An empty page is the end.`

/** Returns the JSON of orders, with how far their shipments are and what was refunded. */
export async function toOrdersJson(db: Db, orders: PlacedOrder[]) {
  const shipping = await findShipping(db, orders)
  const refunded = await findRefunded(db, orders)
  return orders.map((order) => toOrderJson(order, shipping.get(order.id), refunded.get(order.id)))
}
