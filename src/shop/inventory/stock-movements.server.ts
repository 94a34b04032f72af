import type { Db } from '#platform/database/database.server.ts'

const RECENT = 50

/**
 * Returns the recent stock movements of a product, latest first: time, quantity, reason and user.
 */
export async function listMovements(db: Db, productId: string) {
  const rows = await db
    .selectFrom('stockMovement')
    .leftJoin('account', 'account.id', 'stockMovement.accountId')
    .select([
      ...(['stockMovement.createdAt', 'delta', 'reason', 'purchaseId'] as const),
      ...(['account.name', 'account.email'] as const),
    ])
    .where('productId', '=', productId)
    .orderBy('stockMovement.id', 'desc')
    .limit(RECENT)
    .execute()
  return rows.map(({ createdAt, delta, reason, purchaseId, name, email }) => ({
    at: createdAt.toISOString(),
    delta,
    reason,
    who: email ? `${name} (${email})` : systemName(reason),
    ...(purchaseId && { orderId: purchaseId }),
  }))
}

function systemName(reason: string): string {
  return reason === 'opening' ? 'Seed' : 'Shop'
}
