import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { lineIs } from '#shop/orders/line-states.server.ts'

/**
 * Acknowledges, once, the user's latest cancelled line with this product and quantity, which the caller
 * has just cancelled; older ones expired or were never acknowledged. Undefined when there is none. The
 * cancellation has restored the stock; false when the product had been deleted by then.
 */
export async function acknowledgeCancel(
  db: Db,
  cancel: { cancelledBy: string; productId: string; quantity: number },
): Promise<{ stockRestored: boolean } | undefined> {
  if (!isUuid(cancel.productId)) return undefined
  const acknowledged = await db
    .updateTable('orderLine')
    .set({ acknowledgedAt: new Date() })
    .where('acknowledgedAt', 'is', null)
    .where('id', '=', (latest) =>
      latest
        .selectFrom('orderLine')
        .select('id')
        .where('cancelledBy', '=', cancel.cancelledBy)
        .where('productId', '=', cancel.productId)
        .where('quantity', '=', cancel.quantity)
        .where(lineIs('cancelled'))
        .where('acknowledgedAt', 'is', null)
        .orderBy('cancelledAt', 'desc')
        // Lines that were cancelled together have one time.
        .orderBy('id', 'desc')
        .limit(1)
        // Concurrent calls acknowledge different lines.
        .forUpdate()
        .skipLocked(),
    )
    .returning('stockRestored')
    .executeTakeFirst()
  return acknowledged && { stockRestored: acknowledged.stockRestored === true }
}
