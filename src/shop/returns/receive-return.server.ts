import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { addReturned } from '#shop/inventory/stock.server.ts'
import { linesOfReturn } from './return-queries.server.ts'
import { type SeenReturn, step } from './return-step.server.ts'

/** How many pieces of a line came, and how many of them go back to stock or are scrap. */
export type ReceivedLine = {
  lineId: string
  received: number
  restocked: number
  scrapped: number
}

/**
 * Records which pieces of an approved return came, and puts those into stock that may be sold again. It
 * refunds nothing: that is a decision of its own.
 */
export function receiveReturn(
  db: Db,
  audit: AuditContext,
  seen: SeenReturn,
  lines: ReceivedLine[],
) {
  return step(db, audit, seen, 'receive', async (db, row) => {
    const expected = await linesOfReturn(db, row.id)
    const counted = expected.flatMap(
      ({ orderLineId }) => lines.find(({ lineId }) => lineId === orderLineId) ?? [],
    )
    if (counted.length !== expected.length || lines.length !== expected.length)
      return { refused: 'wrong-lines' }
    for (const { orderLineId, productName, quantity } of expected) {
      const received = lines.find((line) => line.lineId === orderLineId)?.received ?? 0
      if (received > quantity) return { refused: 'not-returnable', productName, left: quantity }
    }
    for (const { lineId, received, restocked, scrapped } of counted) {
      await db
        .updateTable('returnLine')
        .set({ received, restocked, scrapped })
        .where('returnId', '=', row.id)
        .where('orderLineId', '=', lineId)
        .execute()
    }
    await restock(db, audit, row.id, counted)
    return { receivedAt: sql<Date>`now()` }
  })
}

async function restock(
  db: Db,
  { actor }: AuditContext,
  returnId: string,
  lines: ReceivedLine[],
): Promise<void> {
  // Products are locked in the order of their ids, as by orders, to avoid deadlocks.
  const products = await db
    .selectFrom('orderLine')
    .select(['id', 'productId'])
    .where(
      'id',
      'in',
      lines.map(({ lineId }) => lineId),
    )
    .orderBy('productId')
    .execute()
  for (const { id: orderLineId, productId } of products) {
    const quantity = lines.find(({ lineId }) => lineId === orderLineId)?.restocked ?? 0
    const change = { productId, orderLineId, accountId: actor.id, quantity }
    if (quantity > 0) await addReturned(db, { ...change, returnId })
  }
}
