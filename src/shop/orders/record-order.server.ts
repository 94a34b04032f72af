import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { queueingMail } from '#platform/mail/outbox.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import { takingFromStock } from '#shop/inventory/stock.server.ts'
import { isKeyTaken, isNewKey, type KeyedRequest, keepingAnswer } from './idempotency.server.ts'
import type { Order } from './order.ts'

/** An order before the database has given it its number. */
export type UnnumberedOrder = Omit<Order, 'orderNumber'>

type Placing = {
  order: UnnumberedOrder
  accountId: string
  request: KeyedRequest
  openOrderLimit: number
}

/**
 * Takes the tools out of stock, writes the ledger, records the order, queues the buyer's mail and
 * keeps the answer: all of it or nothing, in one statement. So the row of a tool that many want is
 * held no longer than that takes. Orders of one buyer take turns, so that two at once can't both be
 * the last that is allowed; buyers of one tool do, so that its last pieces are sold once.
 */
export async function recordOrder(
  db: Db,
  { order, accountId, request, openOrderLimit }: Placing,
): Promise<{ orderNumber: string } | 'repeated' | 'too-many' | 'out-of-stock'> {
  const { _id: purchaseId, productId, quantity } = order
  const change = { purchaseId, productId, quantity, accountId }
  // The number stands first in the order's JSON, in the mail and in the kept answer alike.
  const numbered = sql`'{"orderNumber":"' || order_number || '",' || ${JSON.stringify(order).slice(1)}::text`
  const placed = sql`ordered`
  try {
    const { rows } = await sql<{ isNew: boolean; hasRoom: boolean; orderNumber: string | null }>`
      ${prepared('record-order')}
      with door as materialized (
        select ${isNewKey(request)} as is_new,
          count_unpaid_orders(${accountId}) < ${openOrderLimit} as has_room
      ),
      ${takingFromStock(change, sql`(select is_new and has_room from door)`)},
      ordered as (
        insert into purchase (id, account_id, product_id, name, email, address, product_name,
          unit_price_cents, quantity, image, created_at)
        select ${purchaseId}::uuid, ${accountId}::uuid, id, ${order.name}, ${order.email},
          ${order.address}, ${order.productName}, ${dollarsToCents(order.perPrice)}::integer,
          ${quantity}::integer, ${order.imgURL}, ${order.createdAt}::timestamptz
        from taken
        returning order_number
      ),
      mailed as (${queueingMail({ template: 'order-placed', content: numbered }, placed)}),
      kept as (${keepingAnswer(request, numbered, placed)})
      select is_new, has_room, order_number from door left join ordered on true`.execute(db)
    const [done] = rows
    if (done?.orderNumber) return { orderNumber: done.orderNumber }
    if (!done?.isNew) return 'repeated'
    return done.hasRoom ? 'out-of-stock' : 'too-many'
  } catch (error) {
    if (isKeyTaken(error)) return 'repeated'
    throw error
  }
}
