import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database.server.ts'

/**
 * Acknowledges the oldest open ticket that a cancel of this account left for this tool and number
 * of pieces, once. Undefined when there is none. Stock itself went back with the cancel.
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
    .where('purchaseId', '=', (oldest) =>
      oldest
        .selectFrom('releaseTicket')
        .select('purchaseId')
        .where('accountId', '=', release.accountId)
        .where('productId', '=', release.productId)
        .where('quantity', '=', release.quantity)
        .where('acknowledgedAt', 'is', null)
        .orderBy('createdAt')
        .limit(1),
    )
    .returning('restored')
    .executeTakeFirst()
}
