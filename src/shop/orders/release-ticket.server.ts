import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Acknowledges the latest open ticket that a cancel of this account left for this tool and number
 * of pieces, once: whoever asks has just cancelled, and older tickets are of orders that expired or
 * of a browser that never asked. Undefined when there is none. Stock went back with the cancel.
 */
export async function acknowledgeRelease(
  db: Db,
  release: { accountId: string; productId: string; quantity: number },
): Promise<{ restored: boolean } | undefined> {
  if (!isUuid(release.productId)) return undefined
  return db
    .updateTable('releaseTicket')
    .set({ acknowledgedAt: new Date() })
    .where('acknowledgedAt', 'is', null)
    .where('purchaseId', '=', (latest) =>
      latest
        .selectFrom('releaseTicket')
        .select('purchaseId')
        .where('accountId', '=', release.accountId)
        .where('productId', '=', release.productId)
        .where('quantity', '=', release.quantity)
        .where('acknowledgedAt', 'is', null)
        .orderBy('createdAt', 'desc')
        .limit(1)
        // Two at the same moment take one each.
        .forUpdate()
        .skipLocked(),
    )
    .returning('restored')
    .executeTakeFirst()
}
