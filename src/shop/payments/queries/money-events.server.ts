import type { Db } from '#platform/database/database.server.ts'
import { type OrderEvent, recordOrderEvent } from '#shop/orders/order-events.server.ts'

/**
 * Adds an event about money to the timelines of the orders of these lines. The amount is that of an
 * order only if there is one.
 */
export async function recordMoneyEvent(
  db: Db,
  lines: { orderId: string }[],
  { cents, data, ...event }: OrderEvent & { cents: number },
): Promise<void> {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  const isOne = orderIds.length === 1
  await recordOrderEvent(db, orderIds, { ...event, data: { ...data, ...(isOne && { cents }) } })
}
