import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { cents, timesPieces } from '#platform/money.ts'
import { toUnnumberedJson, type UnnumberedOrder } from '#shop/orders/order-json.server.ts'
import { isKeyTaken, type KeyedRequest } from './idempotency.server.ts'
import type { Held, OrderRules } from './order-caps.ts'

type Placing = {
  order: UnnumberedOrder
  accountId: string
  request: KeyedRequest
  rules: OrderRules
}

/** What the buyer held when nothing was recorded, which determines the refusal. */
export type NotRecorded = { held: Held; recent: number; emailProven: boolean }

/**
 * Reserves the stock, writes the ledger, records the order, queues the buyer's mail and stores the
 * response, in a single statement: all or nothing, and the row lock of a popular product is held
 * only briefly. Orders of one buyer are serialized, so that two concurrent orders cannot both use
 * the last of a limit; buyers of one product too, so that its last pieces are sold once. The limits
 * are those of `whyOverCaps`.
 */
export async function recordOrder(
  db: Db,
  { order, accountId, request, rules }: Placing,
): Promise<{ orderNumber: string } | 'repeated' | NotRecorded> {
  const { id, productId, quantity } = order
  const { proven, unproven } = rules.caps
  const total = timesPieces(order.unitPrice, quantity)
  const parts = order.shippingAddress && JSON.stringify(order.shippingAddress)
  // The order's JSON without its number, which the database assigns.
  const json = JSON.stringify(toUnnumberedJson(order)).slice(1)
  try {
    const { rows } = await sql<Checks>`
      ${prepared('record-order')}
      with caps (email_proven, most_orders, most_cents, stock_percent) as (values
        (true, ${proven.orders}::bigint, ${proven.cents}::bigint, ${proven.stockPercent}::bigint),
        (false, ${unproven.orders}::bigint, ${unproven.cents}::bigint, ${unproven.stockPercent}::bigint)
      ),
      checks as materialized (
        select
          not exists (select from idempotency_key
            where account_id = ${request.accountId} and key = ${request.key}) as is_new,
          email_proven, stock_percent, orders, cents, pieces, recent,
          recent < ${rules.perMinute}::bigint and orders < most_orders
            and cents + ${total}::bigint <= most_cents as has_room
        from account
        join caps on email_proven = email_verified
        cross join held_by(${accountId}::uuid, ${productId}::uuid, ${aMinuteBefore(order)}::uuid)
        where account.id = ${accountId}::uuid
      ),
      taken as (
        update product set quantity = quantity - ${quantity}
        where id = ${productId} and deleted_at is null
          and ${quantity} between min_quantity and quantity
          and (select is_new and has_room from checks)
          and (select pieces from checks) + ${quantity} <= greatest(min_quantity,
            (quantity + (select pieces from checks)) * (select stock_percent from checks) / 100)
        returning id
      ),
      moved as (
        insert into stock_movement (product_id, delta, reason, purchase_id, account_id)
        select id, -${quantity}::integer, 'order', ${id}::uuid, ${accountId}::uuid from taken
      ),
      ordered as (
        insert into purchase (id, account_id, product_id, name, email, address, shipping_address, po_number,
          product_name, sku, unit_price_cents, quantity, image, created_at, held_until)
        select ${id}::uuid, ${accountId}::uuid, id, ${order.name}, ${order.email},
          ${order.address}, ${parts}::jsonb, ${order.poNumber}, ${order.productName}, ${order.sku}, ${order.unitPrice}::integer,
          ${quantity}::integer, ${order.image}, ${order.createdAt}::timestamptz,
          ${order.heldUntil}::timestamptz
        from taken
        returning order_number
      ),
      answer as (
        select order_number, '{"orderNumber":"' || order_number || '",' || ${json}::text as json
        from ordered
      ),
      mailed as (
        insert into outgoing_mail (id, template, content)
        select ${uuidv7()}::uuid, 'order-placed', json::json from answer
      ),
      kept as (
        insert into idempotency_key (account_id, key, request_hash, answer)
        select ${request.accountId}::uuid, ${request.key}::text, ${request.hash}, json::jsonb
        from answer where ${request.key}::text is not null
      )
      select is_new, email_proven, orders, cents, pieces, recent, order_number
      from checks left join ordered on true`.execute(db)
    const [done] = rows
    if (!done) throw new Error(`There is no user ${accountId}`)
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

type Checks = {
  isNew: boolean
  emailProven: boolean
  orders: string
  cents: string
  pieces: string
  recent: string
  orderNumber: string | null
}

/** Returns the smallest id of an order placed in the minute before this one. */
function aMinuteBefore({ createdAt }: UnnumberedOrder): string {
  const time = (createdAt.getTime() - 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
