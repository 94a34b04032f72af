import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { queueingMail } from '#platform/mail/outbox.server.ts'
import { cents, dollarsToCents } from '#platform/money.ts'
import { takingFromStock } from '#shop/inventory/stock.server.ts'
import { type Order, orderTotal } from '#shop/orders/order.ts'
import { isKeyTaken, isNewKey, type KeyedRequest, keepingAnswer } from './idempotency.server.ts'
import type { Held, OrderRules } from './order-caps.ts'

/** An order before the database has given it its number. */
export type UnnumberedOrder = Omit<Order, 'orderNumber'>

type Placing = {
  order: UnnumberedOrder
  accountId: string
  request: KeyedRequest
  rules: OrderRules
}

/** Why nothing was recorded: what the buyer held at that moment says whether it was too much. */
export type NotRecorded = { held: Held; recent: number; emailProven: boolean }

/**
 * Takes the tools out of stock, writes the ledger, records the order, queues the buyer's mail and
 * keeps the answer: all of it or nothing, in one statement. So the row of a tool that many want is
 * held no longer than that takes. Orders of one buyer take turns, so that two at once can't both be
 * the last that is allowed; buyers of one tool do, so that its last pieces are sold once. The caps
 * are those of `whyOverCaps`.
 */
export async function recordOrder(
  db: Db,
  { order, accountId, request, rules }: Placing,
): Promise<{ orderNumber: string } | 'repeated' | NotRecorded> {
  const { _id: purchaseId, productId, quantity } = order
  const { proven, unproven } = rules.caps
  const total = orderTotal(order)
  const change = { purchaseId, productId, quantity, accountId }
  const mayTake = sql`(select is_new and has_room from door) and
    (select pieces from door) + ${quantity} <= greatest(
      (quantity + (select pieces from door)) * (select stock_percent from door) / 100, min_quantity)`
  const taken = sql`taken`
  const parts = order.shippingAddress ? JSON.stringify(order.shippingAddress) : null
  // The number stands first in the order's JSON, in the mail and in the kept answer alike.
  const numbered = sql`'{"orderNumber":"' || order_number || '",' || ${JSON.stringify(order).slice(1)}::text`
  const placed = sql`ordered`
  try {
    const { rows } = await sql<Door>`
      ${prepared('record-order')}
      with caps (email_proven, most_orders, most_cents, stock_percent) as (values
        (true, ${proven.orders}::bigint, ${proven.cents}::bigint, ${proven.stockPercent}::bigint),
        (false, ${unproven.orders}::bigint, ${unproven.cents}::bigint, ${unproven.stockPercent}::bigint)
      ),
      door as materialized (
        select ${isNewKey(request)} as is_new, email_proven, stock_percent,
          orders, cents, pieces, recent,
          recent < ${rules.perMinute}::bigint and orders < most_orders
            and cents + ${total}::bigint <= most_cents as has_room
        from account
        join caps on email_proven = email_verified
        cross join held_by(${accountId}::uuid, ${productId}::uuid, ${aMinuteBefore(order)}::uuid)
        where account.id = ${accountId}::uuid
      ),
      ${takingFromStock(change, mayTake)},
      ordered as (
        insert into purchase (id, account_id, product_id, name, email, address, shipping_address,
          product_name, unit_price_cents, quantity, image, created_at, held_until)
        select ${purchaseId}::uuid, ${accountId}::uuid, id, ${order.name}, ${order.email},
          ${order.address}, ${parts}::jsonb, ${order.productName}, ${dollarsToCents(order.perPrice)}::integer,
          ${quantity}::integer, ${order.imgURL}, ${order.createdAt}::timestamptz,
          ${order.heldUntil}::timestamptz
        from ${taken}
        returning order_number
      ),
      mailed as (${queueingMail({ template: 'order-placed', content: numbered }, placed)}),
      kept as (${keepingAnswer(request, numbered, placed)})
      select is_new, email_proven, orders, cents, pieces, recent, order_number
      from door left join ordered on true`.execute(db)
    const [done] = rows
    if (!done) throw new Error(`There is no account ${accountId}`)
    if (done.orderNumber) return { orderNumber: done.orderNumber }
    if (!done.isNew) return 'repeated'
    const held = { orders: Number(done.orders), pieces: Number(done.pieces) }
    return {
      held: { ...held, cents: cents(Number(done.cents)) },
      recent: Number(done.recent),
      emailProven: done.emailProven,
    }
  } catch (error) {
    if (isKeyTaken(error)) return 'repeated'
    throw error
  }
}

type Door = {
  isNew: boolean
  emailProven: boolean
  orders: string
  cents: string
  pieces: string
  recent: string
  orderNumber: string | null
}

/** The least id of an order that was placed in the minute before this one. */
function aMinuteBefore({ createdAt }: UnnumberedOrder): string {
  const time = (Date.parse(createdAt) - 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
