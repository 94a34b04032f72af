import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { addReturned } from '#shop/inventory/stock.server.ts'
import type { ReceivedReturn } from './return-forms.server.ts'
import { linesOfReturn } from './return-queries.server.ts'
import { type SeenReturn, step } from './return-step.server.ts'

/** Lets the buyer send the pieces back. */
export function approveReturn(db: Db, audit: AuditContext, seen: SeenReturn) {
  return step(db, audit, seen, 'approve', async () => ({ approvedAt: sql<Date>`now()` }))
}

/** Refuses a return; the buyer reads why. */
export function refuseRequest(
  db: Db,
  audit: AuditContext,
  { refusal, ...seen }: SeenReturn & { refusal: string },
) {
  return step(db, audit, seen, 'refuse', async () => ({ refusedAt: sql<Date>`now()`, refusal }))
}

/** Ends a return of which nothing has come: its buyer withdraws it, or an admin closes it. */
export function closeReturn(db: Db, audit: AuditContext, seen: SeenReturn) {
  const action = audit.actor.role === 'admin' ? 'close' : 'withdraw'
  return step(db, audit, seen, action, async () => ({ closedAt: sql<Date>`now()` }))
}

/**
 * Records which pieces of an approved return came, and puts those into stock that may be sold again. It
 * refunds nothing: that is a decision of its own.
 */
export function receiveReturn(
  db: Db,
  audit: AuditContext,
  { lines, ...seen }: SeenReturn & Pick<ReceivedReturn, 'lines'>,
) {
  return step(db, audit, seen, 'receive', async (db, { id: returnId }) => {
    const expected = await linesOfReturn(db, returnId)
    const counted = expected.flatMap((line) => {
      const came = lines.find(({ _id }) => _id === line.orderLineId)
      return came ? { ...line, ...came } : []
    })
    if (counted.length !== expected.length || lines.length !== expected.length)
      return { refused: 'wrong-lines' }
    const tooMany = counted.find(({ received, quantity }) => received > quantity)
    if (tooMany) {
      const { productName, quantity } = tooMany
      return { refused: 'not-returnable', productName, left: quantity }
    }
    for (const { orderLineId, received, restocked, scrapped } of counted) {
      await db
        .updateTable('returnLine')
        .set({ received, restocked, scrapped })
        .where('returnId', '=', returnId)
        .where('orderLineId', '=', orderLineId)
        .execute()
    }
    // Products are locked in the order of their ids, as by orders, to avoid deadlocks.
    const byProduct = counted.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))
    for (const { orderLineId, productId, restocked: quantity } of byProduct) {
      const change = { productId, orderLineId, accountId: audit.actor.id, quantity }
      if (quantity > 0) await addReturned(db, { ...change, returnId })
    }
    return { receivedAt: sql<Date>`now()` }
  })
}
