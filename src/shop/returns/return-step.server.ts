import { sql, type UpdateObject } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { DB } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext, Caller } from '#shop/auth/access/caller.server.ts'
import { RETURN_NUMBER } from '#shop/documents/numbering/number-forms.ts'
import { recordOrderEvent } from '#shop/orders/order-events.server.ts'
import { lockPiecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { queueReturnMail } from './return-mails.server.ts'
import type { ReturnRow } from './return-queries.server.ts'
import type { ReturnRefusal } from './return-refusals.server.ts'
import { type ReturnAction, returnMay } from './return-request.ts'

/** A return as the caller has seen it: its id or number, and the version. */
export type SeenReturn = { id: string; version: number }

type Change = UpdateObject<DB, 'returnRequest'>

/**
 * Takes a return one step further: locks it with the lines of its order, checks that it is as the caller saw it
 * and that its status allows the action, changes it as `decide` says, and records that on the order's timeline,
 * in the audit log of admins and by mail.
 */
export function step(
  db: Db,
  audit: AuditContext,
  seen: SeenReturn,
  action: ReturnAction,
  decide: (db: Db, row: ReturnRow) => Promise<Change | ReturnRefusal>,
): Promise<ReturnRow | ReturnRefusal> {
  return db.transaction().execute(async (db) => {
    const row = await lockReturn(db, audit.actor, seen)
    if ('refused' in row) return row
    if (!returnMay(row, action)) return { refused: 'not-now' }
    const change = await decide(db, row)
    if ('refused' in change) return change as ReturnRefusal
    const changed = await db
      .updateTable('returnRequest')
      .set({ ...change, version: sql<number>`version + 1`, changedAt: sql<Date>`now()` })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(db, audit, changed, action)
    return changed
  })
}

async function lockReturn(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  { id: key, version }: SeenReturn,
): Promise<ReturnRow | ReturnRefusal> {
  if (!isUuid(key) && !RETURN_NUMBER.test(key)) return { refused: 'no-such-return' }
  const stored = await db
    .selectFrom('returnRequest')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['returnRequest.id', 'orderId'])
    .where(
      isUuid(key) ? 'returnRequest.id' : 'returnRequest.number',
      '=',
      isUuid(key) ? key : key.toUpperCase(),
    )
    .$if(caller.role !== 'admin', (query) =>
      query.where('accountId', '=', caller.id).where('abandoned', '=', false),
    )
    .executeTakeFirst()
  if (!stored) return { refused: 'no-such-return' }
  await lockPiecesOfOrder(db, stored.orderId)
  const row = await db
    .selectFrom('returnRequest')
    .selectAll()
    .where('id', '=', stored.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.version === version ? row : { refused: 'stale' }
}

async function record(
  db: Db,
  { actor, ipAddress }: AuditContext,
  row: ReturnRow,
  action: ReturnAction,
): Promise<void> {
  const { id, orderId, number } = row
  const what = happened[action]
  const event = { kind: `return-${what}`, actorId: actor.id, data: { number } } as const
  await recordOrderEvent(db, [orderId], event)
  if (actor.role === 'admin') {
    const subject = { id, name: number }
    await recordAudit(db, { action: `return-${what}`, subject, actor, ipAddress })
  }
  if (what === 'approved' || what === 'refused') await queueReturnMail(db, row, what)
}

const happened = {
  approve: 'approved',
  refuse: 'refused',
  receive: 'received',
  withdraw: 'closed',
  close: 'closed',
} as const
