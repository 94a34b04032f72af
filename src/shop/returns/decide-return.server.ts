import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { type SeenReturn, step } from './return-step.server.ts'

/** Lets the buyer send the pieces back. */
export function approveReturn(db: Db, audit: AuditContext, seen: SeenReturn) {
  return step(db, audit, seen, 'approve', async () => ({ approvedAt: sql<Date>`now()` }))
}

/** Refuses a return; the buyer reads why. */
export function refuseRequest(db: Db, audit: AuditContext, seen: SeenReturn, refusal: string) {
  return step(db, audit, seen, 'refuse', async () => ({ refusedAt: sql<Date>`now()`, refusal }))
}

/** Ends a return of which nothing has come: its buyer withdraws it, or an admin closes it. */
export function closeReturn(db: Db, audit: AuditContext, seen: SeenReturn) {
  const action = audit.actor.role === 'admin' ? 'close' : 'withdraw'
  return step(db, audit, seen, action, async () => ({ closedAt: sql<Date>`now()` }))
}
