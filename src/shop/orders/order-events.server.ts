import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import type { SentMail } from '#platform/mail/outbox.server.ts'

export const orderEventKinds = [
  'placed',
  'line-cancelled',
  'payment-started',
  'paid',
  'refunded',
  'document-issued',
  'mail-sent',
] as const

/** Ids, numbers and amounts, never what a person wrote. */
type EventData = Record<string, string | number | string[]>

/** What happened to an order. */
export type OrderEvent = {
  kind: (typeof orderEventKinds)[number]
  /** Who did it; null for the shop itself. */
  actorId: string | null
  data?: EventData
}

/** Adds an event to the timelines of these orders, in the transaction that causes it. */
export async function recordOrderEvent(
  db: Db,
  orderIds: readonly string[],
  { kind, actorId, data = {} }: OrderEvent,
): Promise<void> {
  const unique = [...new Set(orderIds)]
  if (unique.length === 0) return
  const json = JSON.stringify(data)
  await db
    .insertInto('orderEvent')
    .values(unique.map((orderId) => ({ orderId, kind, actorId, data: json })))
    .execute()
}

const orderMail = z.object({ lines: z.array(z.object({ orderId: z.string() })) })

/** Adds an event for each mail about an order that was sent. */
export async function recordOrderMails(db: Db, mails: SentMail[]): Promise<void> {
  for (const { template, content } of mails) {
    if (!template.startsWith('order-')) continue
    const orderIds = orderMail.parse(content).lines.map(({ orderId }) => orderId)
    await recordOrderEvent(db, orderIds, { kind: 'mail-sent', actorId: null, data: { template } })
  }
}

/** An order has few events; more than these would come from a fault. */
const MAX_SHOWN = 500

/** Returns the events of an order, oldest first, each with its actor as `reader` may know them. */
export async function listOrderEvents(db: Db, orderId: string, reader: { id: string }) {
  const rows = await db
    .selectFrom('orderEvent')
    .leftJoin('account', 'account.id', 'orderEvent.actorId')
    .select(['at', 'kind', 'data', 'actorId', 'account.role'])
    .where('orderId', '=', orderId)
    .orderBy('orderEvent.id')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ at, kind, data, actorId, role }) => ({
    at,
    kind: kind as OrderEvent['kind'],
    data: data as EventData,
    by: whoIs(actorId, role, reader.id),
  }))
}

function whoIs(actorId: string | null, role: string | null, readerId: string) {
  if (actorId === null) return 'shop' as const
  if (actorId === readerId) return 'you' as const
  return role === 'admin' ? ('admin' as const) : ('buyer' as const)
}
