import type { RouterContextProvider } from 'react-router'
import { databaseContext, logContext } from '#platform/http/page-context.server.ts'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { listOrders } from './list-orders.server.ts'
import { toOrdersJson } from './order-list-query.server.ts'

const SHOWN = 3

/**
 * Returns the user's latest orders, for a page that works without them: a failure is only logged. Not those
 * of an admin who sees the shop as a customer.
 */
export async function latestOrders(context: Readonly<RouterContextProvider>): Promise<Order[]> {
  const user = await context.get(currentUserContext)
  if (!user || user.seesAs) return []
  const db = context.get(databaseContext)
  try {
    const query = { accountId: user.uid, search: '', state: 'all', size: SHOWN } as const
    return await toOrdersJson(db, await listOrders(db, query))
  } catch (error) {
    context.get(logContext).error(error, 'The latest orders')
    return []
  }
}
