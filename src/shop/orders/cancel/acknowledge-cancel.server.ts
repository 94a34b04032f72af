import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { orderIs } from '#shop/orders/order-states.server.ts'

/**
 * Acknowledges the latest order of this product and quantity that this user cancelled, once: whoever
 * asks has just cancelled, and older ones expired or their browser never asked. Undefined when there
 * is none. Stock went back with the cancel; false when the product was deleted by then.
 */
export async function acknowledgeCancel(
  db: Db,
  cancel: { cancelledBy: string; productId: string; quantity: number },
): Promise<{ stockRestored: boolean } | undefined> {
  if (!isUuid(cancel.productId)) return undefined
  const acknowledged = await db
    .updateTable('purchase')
    .set({ acknowledgedAt: new Date() })
    .where('acknowledgedAt', 'is', null)
    .where('id', '=', (latest) =>
      latest
        .selectFrom('purchase')
        .select('id')
        .where('cancelledBy', '=', cancel.cancelledBy)
        .where('productId', '=', cancel.productId)
        .where('quantity', '=', cancel.quantity)
        .where(orderIs('cancelled'))
        .where('acknowledgedAt', 'is', null)
        .orderBy('cancelledAt', 'desc')
        .limit(1)
        // Two at the same moment take one each.
        .forUpdate()
        .skipLocked(),
    )
    .returning('stockRestored')
    .executeTakeFirst()
  return acknowledged && { stockRestored: acknowledged.stockRestored === true }
}
