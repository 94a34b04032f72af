import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import type { SentMail } from '#platform/mail/outbox.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'

export const orderEventKinds = [
  'placed',
  'line-cancelled',
  'payment-started',
  'paid',
  'refunded',
  'document-issued',
  'mail-sent',
  'packed',
  'shipped',
  'delivered',
  'shipment-cancelled',
  'return-requested',
  'return-approved',
  'return-refused',
  'return-received',
  'return-closed',
] as const

/** Ids, numbers and amounts, never user text. */
type EventData = Record<string, string | number | string[]>

export type OrderEvent = {
  kind: (typeof orderEventKinds)[number]
  /** The actor; null for the shop itself. */
  actorId: string | null
  /** Whether only admins see it. */
  isInternal?: boolean
  data?: EventData
}

/** Adds an event to the timelines of these orders, in the transaction that causes it. */
export async function recordOrderEvent(
  db: Db,
  orderIds: readonly string[],
  { kind, actorId, isInternal = false, data = {} }: OrderEvent,
): Promise<void> {
  const unique = [...new Set(orderIds)]
  if (unique.length === 0) return
  const json = JSON.stringify(data)
  await db
    .insertInto('orderEvent')
    .values(unique.map((orderId) => ({ orderId, kind, actorId, isInternal, data: json })))
    .execute()
}

/** Adds an event about money to the orders of these lines; it has the amount only if there is one order. */
export async function recordMoneyEvent(
  db: Db,
  lines: { orderId: string }[],
  { cents, data, ...event }: OrderEvent & { cents: number },
): Promise<void> {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  const isOne = orderIds.length === 1
  await recordOrderEvent(db, orderIds, { ...event, data: { ...data, ...(isOne && { cents }) } })
}

const orderMail = z.object({ lines: z.array(z.object({ orderId: z.guid() })) })

/**
 * Adds an event for each mail about an order that was sent. Mails with other contents and unknown
 * orders are left out, because an error here would send the mails again.
 */
export async function recordOrderMails(db: Db, mails: SentMail[]): Promise<void> {
  const sent = mails.flatMap(({ template, content }) => {
    const about = template.startsWith('order-') ? orderMail.safeParse(content).data : undefined
    const orderIds = new Set(about?.lines.map(({ orderId }) => orderId))
    return [...orderIds].map((orderId) => ({ orderId, data: JSON.stringify({ template }) }))
  })
  if (sent.length === 0) return
  await sql`
    insert into order_event (order_id, kind, data)
    select orders.id, 'mail-sent', data::jsonb
    from unnest(
      ${sent.map(({ orderId }) => orderId)}::uuid[], ${sent.map(({ data }) => data)}::text[]
    ) as sent (order_id, data)
    join orders on orders.id = sent.order_id`.execute(db)
}

/** Each start of a payment adds an event, so an order may have many. */
const MAX_SHOWN = 500

/** An order's newest events, oldest first, without internal ones for its buyer, and who did what `caller` may know. */
export async function listOrderEvents(db: Db, order: { id: string }, caller: Pick<Caller, 'id' | 'role'>) {
  const rows = await db
    .selectFrom('orderEvent')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['at', 'kind', 'data', 'actorId', 'accountId'])
    .where('orderId', '=', order.id)
    .$if(caller.role !== 'admin', (query) => query.where('isInternal', '=', false))
    .orderBy('orderEvent.id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.toReversed().map(({ at, kind, data, actorId, accountId }) => ({
    at,
    kind: kind as OrderEvent['kind'],
    data: data as EventData,
    by: whoIs(actorId, accountId, caller.id),
  }))
}

// Not by the actor's role, which may have changed since.
function whoIs(actorId: string | null, buyerId: string, readerId: string) {
  if (actorId === null) return 'shop' as const
  if (actorId === readerId) return 'you' as const
  return actorId === buyerId ? ('buyer' as const) : ('admin' as const)
}
