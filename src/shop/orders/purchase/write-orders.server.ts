import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { emailText } from '#platform/email-text.server.ts'
import { toUnnumberedJson } from '#shop/orders/order-json.server.ts'
import type { AcceptedGroup } from './decide-orders.server.ts'

/**
 * Takes the stock, writes the ledger, records the orders, queues one mail for each group and stores
 * the responses of the keys, in one statement. Returns the order numbers by order id. The
 * transaction must hold the locks of `beginOrders`.
 */
export async function writeOrders(
  db: Db,
  accepted: readonly AcceptedGroup[],
): Promise<Map<string, string>> {
  if (accepted.length === 0) return new Map()
  const lines = accepted.flatMap(linesOf)
  const { rows } = await sql<{ id: string; orderNumber: string }>`
    ${prepared('write-orders')}
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as line (
        group_number integer, line_number integer, id uuid, account_id uuid, batch_id uuid,
        product_id uuid, name text, email text, address text, shipping_address jsonb,
        po_number text, product_name text, sku text, unit_price_cents integer, quantity integer,
        image text, created_at timestamptz, held_until timestamptz, json text
      )
    ),
    order_group as (
      select * from json_to_recordset(${JSON.stringify(accepted.map(groupOf))}::json) as order_group (
        group_number integer, account_id uuid, email text, is_list boolean, mail_id uuid,
        key text, request_hash text
      )
    ),
    taken as (
      update product set quantity = product.quantity - sold.pieces
      from (
        select product_id, sum(quantity)::integer as pieces from line group by product_id
      ) as sold
      where product.id = sold.product_id
      returning product.id as taken_id
    ),
    moved as (
      insert into stock_movement (product_id, delta, reason, purchase_id, account_id)
      select product_id, -quantity, 'order', id, account_id
      from line join taken on taken_id = product_id order by group_number, line_number
    ),
    ordered as (
      insert into purchase (id, account_id, batch_id, product_id, name, email, address,
        shipping_address, po_number, product_name, sku, unit_price_cents, quantity, image,
        created_at, held_until)
      select id, account_id, batch_id, product_id, name, email, address, shipping_address,
        po_number, product_name, sku, unit_price_cents, quantity, image, created_at, held_until
      from line join taken on taken_id = product_id order by group_number, line_number
      returning id, order_number
    ),
    answer as (
      select group_number, string_agg(
        '{"orderNumber":"' || order_number || '",' || json, ',' order by line_number
      ) as orders
      from line join ordered on ordered.id = line.id group by group_number
    ),
    mailed as (
      insert into outgoing_mail (id, template, content)
      select mail_id,
        case when is_list then 'order-list-placed' else 'order-placed' end,
        (case when is_list then '{"email":' || to_json(email)::text || ',"orders":[' || orders || ']}'
          else orders end)::json
      from order_group join answer on answer.group_number = order_group.group_number
    ),
    kept as (
      insert into idempotency_key (account_id, key, request_hash, answer)
      select account_id, key, request_hash,
        (case when is_list then '[' || orders || ']' else orders end)::jsonb
      from order_group join answer on answer.group_number = order_group.group_number
      where key is not null
    )
    select id, order_number from ordered`.execute(db)
  if (rows.length !== lines.length) throw new Error('Not every order was written')
  return new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]))
}

function linesOf({ group, orders }: AcceptedGroup, groupNumber: number) {
  const batchId = group.isList ? uuidv7() : null
  return orders.map((order, lineNumber) => ({
    group_number: groupNumber,
    line_number: lineNumber,
    id: order.id,
    account_id: group.buyer.id,
    batch_id: batchId,
    product_id: order.productId,
    name: order.name,
    email: order.email,
    address: order.address,
    shipping_address: order.shippingAddress,
    po_number: order.poNumber,
    product_name: order.productName,
    sku: order.sku,
    unit_price_cents: order.unitPrice,
    quantity: order.quantity,
    image: order.image,
    created_at: order.createdAt,
    held_until: order.heldUntil,
    // The order's JSON without its number, which the database assigns.
    json: JSON.stringify(toUnnumberedJson(order)).slice(1),
  }))
}

function groupOf({ group }: AcceptedGroup, groupNumber: number) {
  return {
    group_number: groupNumber,
    account_id: group.buyer.id,
    email: emailText(group.buyer.email),
    is_list: group.isList,
    mail_id: uuidv7(),
    key: group.request.key,
    request_hash: group.request.hash,
  }
}
