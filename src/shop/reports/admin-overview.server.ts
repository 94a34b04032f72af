import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { isMailWaiting } from '#platform/mail/outbox.server.ts'
import { firstCharacters } from '#platform/text.ts'
import { countMessages } from '#shop/contact/inbox/messages.server.ts'
import { countOrders } from '#shop/orders/history/list-orders.server.ts'
import { lineIs, lineIsOpen, lineIsStuck } from '#shop/orders/line-states.server.ts'
import { countToShip } from '#shop/pieces/shipping-conditions.server.ts'
import { findKeptOverlap } from '#shop/prices/contract-overlap.server.ts'
import { findFailedRefunds } from '#shop/refunds/failed-refunds.server.ts'
import { countReturns } from '#shop/returns/return-queries.server.ts'
import { listMisses } from '#shop/search/synonyms/search-misses.server.ts'

const number = z.number().int()

/** The pending tasks in the database, as the API returns them. */
export const waitingWorkJson = z.object({
  unpaidOrders: number,
  oldestUnpaidOrder: z.string().nullable().describe('When it was placed'),
  expiringOrders: number.describe('Unpaid, and expiring within 24 hours'),
  stuckOrders: number.describe('Being cancelled for over two minutes'),
  lowProducts: number.describe('Products with less stock than their minimum order'),
  waitingMails: number.describe('Failed, waiting for five minutes, or refused again after a minute'),
  oldestMails: z
    .array(z.object({ template: z.string(), at: z.string(), error: z.string().nullable() }))
    .describe('Up to 5 of them, with the last response of the mail server'),
  failedRefunds: number.describe('Refunds that failed; a person has to repeat them or pay them back'),
  failedRefundOrders: z.array(z.string()).describe('The numbers of their orders, up to 20'),
  failedRefundsOfNoOrder: z
    .array(z.object({ paymentId: z.string(), refundId: z.string(), total: z.number() }))
    .describe('Those of money that paid no order, up to 20'),
  ordersToPack: number.describe(
    'With nothing shipped yet, also refunded ones whose pieces wait to go back to stock',
  ),
  ordersPartShipped: number.describe('With a rest to ship'),
  blockedOrders: number.describe('Paid orders without an address'),
  returnsAskedFor: number.describe('Returns to be decided, up to 10,000'),
  returnsToSettle: number.describe('Returns that came and are not refunded yet'),
  messages: number.describe('Messages of visitors without an answer'),
  contractOverlap: z
    .object({
      listId: z.string(),
      list: z.string(),
      other: z.string(),
      company: z.string(),
      sku: z.string(),
    })
    .optional()
    .describe('Two contracts that cover a tool since an earlier version'),
  missedSearches: number.describe('Searches of 30 days without results, up to 100'),
  missedSearch: z.string().nullable().describe('The most frequent of them'),
})

type Counts = 'unpaidOrders' | 'stuckOrders' | 'lowProducts' | 'waitingMails'

/** Counts pending tasks: orders and products in partial indexes alone, however many there are; mails by a scan. */
export async function findWaitingWork(db: Db): Promise<z.infer<typeof waitingWorkJson>> {
  const misses = await listMisses(db)
  const contractOverlap = await findKeptOverlap(db, new Date())
  const toShip = await countToShip(db)
  const { rows } = await sql<Record<Counts, string> & { oldestUnpaidOrder: Date | null }>`
    select
      (select count(distinct order_id) from order_line
        where ${lineIsOpen} and ${lineIs('unpaid')}) as unpaid_orders,
      (select placed_at from orders where id = (
        select order_id from order_line where ${lineIsOpen} and ${lineIs('unpaid')}
        order by order_id limit 1
      )) as oldest_unpaid_order,
      (select count(distinct order_id) from order_line where ${lineIsStuck}) as stuck_orders,
      (select count(*) from product_search where not orderable) as low_products,
      (select count(*) from outgoing_mail where ${isUndelivered}) as waiting_mails
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query returned no row')
  const mails = await db
    .selectFrom('outgoingMail')
    .select(['template', 'createdAt', 'lastError'])
    .where(isUndelivered)
    .orderBy('createdAt')
    .limit(5)
    .execute()
  return {
    unpaidOrders: Number(row.unpaidOrders),
    oldestUnpaidOrder: row.oldestUnpaidOrder?.toISOString() ?? null,
    expiringOrders: (await countOrders(db, { state: 'expiring', search: '' })).count,
    stuckOrders: Number(row.stuckOrders),
    lowProducts: Number(row.lowProducts),
    waitingMails: Number(row.waitingMails),
    oldestMails: mails.map(({ template, createdAt, lastError }) => ({
      template,
      at: createdAt.toISOString(),
      error: lastError && firstCharacters(lastError, 200),
    })),
    ...(await findFailedRefunds(db)),
    messages: (await countMessages(db)).new,
    ordersToPack: toShip['to-pack'],
    ordersPartShipped: toShip['part-shipped'],
    blockedOrders: toShip.blocked,
    returnsAskedFor: await countReturns(db, 'requested'),
    returnsToSettle: await countReturns(db, 'to-settle'),
    ...(contractOverlap && { contractOverlap }),
    missedSearches: misses.length,
    missedSearch: misses[0]?.query ?? null,
  }
}

const isUndelivered = sql<boolean>`(
  dead_at is not null or (${isMailWaiting} and (created_at < now() - interval '5 minutes'
    or (last_error is not null and created_at < now() - interval '1 minute')))
)`
