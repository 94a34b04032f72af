import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import type { PlacedLine, PlacedOrder } from '#shop/orders/order.ts'
import { referencesOf } from '#shop/orders/order-contents.ts'
import { headerRow } from '#shop/orders/order-header.server.ts'
import { toOrderJson } from '#shop/orders/order-json.server.ts'
import type { OrderAnswer, OrderRequest } from './order-request.server.ts'

export type UnnumberedOrder = Omit<PlacedOrder, 'number' | 'lines'> & {
  lines: Omit<PlacedLine, 'orderNumber'>[]
}

/** The confirmation of an order that is paid in the same step waits so long for the payment's. */
const MAX_PAYING_MS = 10 * 60_000

export type AcceptedOrder = {
  request: OrderRequest
  order: UnnumberedOrder
  isOfNew: boolean
}

/**
 * Numbers the orders, takes their stock, and writes them with their lines, stock movements, events,
 * mails and the responses of their keys, in one statement. Returns the response to each. The
 * transaction must hold the locks of `lockAndRead`.
 */
export async function writeOrders(db: Db, accepted: readonly AcceptedOrder[]): Promise<OrderAnswer[]> {
  if (accepted.length === 0) return []
  const numbers = await takeNumbers(db, accepted.length)
  const written = accepted.map((order, index) => toWrite(order, numbers[index] as string))
  const columns = sql.raw(Object.keys(written[0]?.row ?? {}).join(', '))
  const lines = written.flatMap(({ lineRows }) => lineRows)
  const { numAffectedRows } = await sql`
    ${prepared('write-orders')}
    with ordered as (
      insert into orders (${columns}, terms_version) select ${columns}, (
        select case when body <> '' then version end from legal_page where slug = 'terms'
        order by version desc limit 1
      )
      from json_populate_recordset(null::orders, ${JSON.stringify(written.map(({ row }) => row))})
      returning id, account_id
    ),
    noted as (
      insert into order_event (order_id, kind, actor_id) select id, 'placed', account_id from ordered
    ),
    line as (
      select * from json_populate_recordset(null::order_line, ${JSON.stringify(lines)})
    ),
    taken as (
      update product set quantity = product.quantity - sold.pieces
      from (select product_id, sum(quantity)::integer as pieces from line group by product_id) as sold
      where product.id = sold.product_id
      returning product.id as taken_id
    ),
    moved as (
      insert into stock_movement (product_id, delta, kind, order_line_id, account_id)
      select product_id, -quantity, 'order', id, account_id
      from line join taken on taken_id = product_id order by id
    ),
    mailed as (
      insert into outgoing_mail (id, template, content, due_at)
      select id, template, content, coalesce(due_at, now()) from json_populate_recordset(
        null::outgoing_mail, ${JSON.stringify(written.map(({ mail }) => mail))})
    ),
    stored as (
      insert into idempotency_key (account_id, key, request_hash, answer)
      select account_id, key, request_hash, answer from json_populate_recordset(
        null::idempotency_key, ${JSON.stringify(written.flatMap(({ key }) => key ?? []))})
    )
    insert into order_line (id, order_id, account_id, position, product_id, product_name, sku, image,
      unit_price_cents, price_reason, quantity)
    select id, order_id, account_id, position, product_id, product_name, sku, image,
      unit_price_cents, price_reason, quantity
    from line join taken on taken_id = product_id order by id`.execute(db)
  if (Number(numAffectedRows) !== lines.length) throw new Error('Not every line was written')
  return written.map(({ answer }) => answer)
}

/** Taken after all refusals, so that only failures leave gaps; locked, as an admin may raise the next one. */
async function takeNumbers(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    ${prepared('take-order-numbers')}
    with lock as materialized (
      select pg_advisory_xact_lock_shared(hashtextextended('order numbers', 0))
    )
    select order_prefix || nextval('order_number') as number
    from lock cross join numbering cross join generate_series(1, ${count}::integer)
  `.execute(db)
  return rows.map(({ number }) => number)
}

function toWrite({ request, order, isOfNew }: AcceptedOrder, number: string) {
  const lines = order.lines.map((line) => ({ ...line, orderNumber: number }))
  const json = toOrderJson({ ...order, number, lines })
  const [first] = json.lines
  const answer: OrderAnswer = request.isSingle && first ? first : json
  const { accountId, key, hash } = request.keyed
  const payAtOnce = request.payAtOnce === true
  return {
    row: {
      ...orderRow(order, number),
      ip_address: isOfNew ? (request.ipAddress ?? null) : null,
      pay_at_once: payAtOnce,
    },
    lineRows: lines.map((line) => lineRow(line, order.accountId)),
    mail: {
      id: order.id,
      template: 'order-placed',
      content: { ...json, payAtOnce },
      due_at: payAtOnce ? new Date(order.placedAt.getTime() + MAX_PAYING_MS) : null,
    },
    key: key === null ? null : { account_id: accountId, key, request_hash: hash, answer },
    answer,
  }
}

function orderRow(order: UnnumberedOrder, number: string) {
  return {
    id: order.id,
    number,
    account_id: order.accountId,
    ...headerRow(order),
    tax_percent: order.tax.percent,
    tax_treatment: order.tax.treatment,
    tax_reference: order.tax.reference,
    searched: searchedText(order),
  }
}

function lineRow(line: PlacedLine, accountId: string) {
  return {
    id: line.id,
    order_id: line.orderId,
    account_id: accountId,
    position: line.position,
    product_id: line.productId,
    product_name: line.productName,
    sku: line.sku,
    image: line.image,
    unit_price_cents: line.unitPrice,
    price_reason: line.priceReason,
    quantity: line.quantity,
  }
}

/** Returns the searchable text of an order, without its numbers. */
function searchedText(order: UnnumberedOrder): string {
  const { name, email, company, lines } = order
  const references = referencesOf(order).map(({ number }) => number)
  const products = new Set(lines.map(({ productName, sku }) => `${productName} ${sku}`))
  return [name, email, ...(company ? [company.name] : []), ...references, ...products].join(' ')
}
