import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { queueReturnMail } from './return-mails.server.ts'
import {
  changeReturn,
  lockReturn,
  type ReturnRow,
  type SeenReturn,
} from './return-queries.server.ts'
import type { ReturnRefusal } from './return-refusals.server.ts'

/** Lets the buyer send the pieces back. */
export function approveReturn(db: Db, audit: AuditContext, seen: SeenReturn) {
  return decide(db, audit, seen, 'approved', { approvedAt: sql<Date>`now()` })
}

/** Refuses a return; the buyer reads why. */
export function refuseRequest(db: Db, audit: AuditContext, seen: SeenReturn, refusal: string) {
  return decide(db, audit, seen, 'refused', { refusedAt: sql<Date>`now()`, refusal })
}

function decide(
  db: Db,
  audit: AuditContext,
  seen: SeenReturn,
  decision: 'approved' | 'refused',
  change: Parameters<typeof changeReturn>[2],
): Promise<ReturnRow | ReturnRefusal> {
  return db.transaction().execute(async (db) => {
    const row = await lockReturn(db, audit.actor, seen, ['requested'])
    if ('refused' in row) return row
    const decided = await changeReturn(db, row.id, change)
    await recordReturn(db, audit, row, decision)
    await queueReturnMail(db, decided, decision)
    return decided
  })
}

/**
 * Ends a return of which nothing has come: its buyer withdraws it until it is approved, an admin closes
 * it until it is received.
 */
export function closeReturn(
  db: Db,
  audit: AuditContext,
  seen: SeenReturn,
): Promise<ReturnRow | ReturnRefusal> {
  return db.transaction().execute(async (db) => {
    const isAdmin = audit.actor.role === 'admin'
    const statuses = isAdmin ? (['requested', 'approved'] as const) : (['requested'] as const)
    const row = await lockReturn(db, audit.actor, seen, [...statuses])
    if ('refused' in row) return row
    const closed = await changeReturn(db, row.id, { closedAt: sql<Date>`now()` })
    await recordReturn(db, audit, row, 'closed')
    return closed
  })
}

/** Adds what happened to a return to its order's timeline and, for admins, to the audit log. */
export async function recordReturn(
  db: Db,
  audit: AuditContext,
  { id, orderId, number }: ReturnRow,
  what: 'approved' | 'refused' | 'received' | 'closed',
): Promise<void> {
  const { actor, ipAddress } = audit
  const event = { kind: `return-${what}`, actorId: actor.id, data: { number } } as const
  await recordOrderEvent(db, [orderId], event)
  if (actor.role !== 'admin') return
  const subject = { id, name: number }
  await recordAudit(db, { action: `return-${what}`, subject, actor, ipAddress })
}
