import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { LOOKED_AT, matchesOrder } from '#shop/orders/history/order-search.server.ts'
import type { PlacedOrder } from '#shop/orders/order.ts'
import { findOrdersById } from '#shop/orders/order-queries.server.ts'
import type { Cursor } from '#shop/orders/orders-query.ts'
import { piecesOfLines } from '#shop/pieces/line-pieces.server.ts'
import type { LinePieces, ShippingFilter } from '#shop/pieces/pieces.ts'
import {
  countToShip,
  isNotShipped,
  matchesShippingFilter,
  notShipped,
} from '#shop/pieces/shipping-conditions.server.ts'
import type { QueueTab } from './queue-tabs.ts'
import type { ShipmentRow } from './shipment-queries.server.ts'

/** An order, where its pieces are, its packer, and its numbered shipments: cancelled ones only if shipped. */
export type QueuedOrder = {
  order: PlacedOrder
  pieces: LinePieces[]
  packer: string | null
  shipments: ShipmentRow[]
  /** The weights of its products in grams, by their id. */
  weights: Map<string, number>
}

/** Returns one page of a tab, oldest first: after an order, or those before one. */
export async function listQueue(
  db: Db,
  query: { tab: QueueTab; search: string; size: number } & Cursor,
): Promise<QueuedOrder[]> {
  const { tab, search, size, before, after } = query
  const isBackwards = before !== undefined && after === undefined
  const match = matchesOrder(search)
  const find = async (isIn: RawBuilder<SqlBool>) => {
    const { rows } = await sql<{ id: string; packer: string | null }>`
      select id, (
        select coalesce(account.name, 'A colleague') from shipment
        left join account on account.id = packer_id
        where order_id = orders.id and status = 'open'
      ) as packer
      from orders
      where ${isIn} and ${match ?? sql`true`}
        and ${after === undefined ? sql`true` : sql`id > ${after}`}
        and ${before === undefined ? sql`true` : sql`id < ${before}`}
      order by id ${sql.raw(isBackwards ? 'desc' : 'asc')} limit ${size}`.execute(db)
    return rows
  }
  const rows =
    tab === 'shipped-today' || tab === 'packed'
      ? await find(tab === 'packed' ? isPacked : isShippedToday)
      : await findAmongNext(db, tab, query, find)
  const oldestFirst = isBackwards ? rows.toReversed() : rows
  const ids = rows.map(({ id }) => id)
  const orders = await findOrdersById(db, ids)
  const shipments = Map.groupBy(await findShipmentsOf(db, ids), ({ orderId }) => orderId)
  const lineIds = orders.flatMap(({ lines }) => lines.map((line) => line.id))
  const pieces = new Map((await piecesOfLines(db, lineIds)).map((line) => [line.lineId, line]))
  const weights = await findWeights(db, orders)
  return oldestFirst.flatMap(({ id, packer }) => {
    const order = orders.find((order) => order.id === id)
    if (!order) return []
    const ofLines = order.lines.flatMap((line) => pieces.get(line.id) ?? [])
    return [{ order, pieces: ofLines, packer, shipments: shipments.get(id) ?? [], weights }]
  })
}

/** Searches the next orders first, which usually suffice however many are waiting; otherwise all. */
async function findAmongNext<Row>(
  db: Db,
  state: ShippingFilter,
  query: { size: number } & Cursor,
  find: (isIn: RawBuilder<SqlBool>) => Promise<Row[]>,
): Promise<Row[]> {
  const next = await nextNotShipped(db, query, LOOKED_AT)
  // For each element of a plain array, the planner would estimate the rows.
  const rows = await find(matchesShippingFilter(state, sql`id = any(array(select unnest(${next}::uuid[])))`))
  if (rows.length === query.size || next.length < LOOKED_AT) return rows
  return find(matchesShippingFilter(state, isNotShipped))
}

/** Returns the next orders that are not shipped, up to a maximum. */
async function nextNotShipped(db: Db, { before, after }: Cursor, most: number): Promise<string[]> {
  const isBackwards = before !== undefined && after === undefined
  const { rows } = await sql<{ id: string }>`
    select distinct order_id as id from order_line
    where ${notShipped}
      and ${after === undefined ? sql`true` : sql`order_id > ${after}`}
      and ${before === undefined ? sql`true` : sql`order_id < ${before}`}
    order by id ${sql.raw(isBackwards ? 'desc' : 'asc')} limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

async function findWeights(db: Db, orders: PlacedOrder[]): Promise<Map<string, number>> {
  const ids = [...new Set(orders.flatMap(({ lines }) => lines.map((line) => line.productId)))]
  const { rows } = await sql<{ id: string; weight: number }>`
    select id, weight from product where id = any(${ids}::uuid[]) and weight is not null`.execute(db)
  return new Map(rows.map(({ id, weight }) => [id, weight]))
}

async function findShipmentsOf(db: Db, orderIds: string[]): Promise<ShipmentRow[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('shipment')
    .selectAll()
    .where('orderId', 'in', orderIds)
    .where('status', '<>', 'open')
    .where((is) => is.or([is('status', '<>', 'cancelled'), is('cancelReason', 'is not', null)]))
    .orderBy('position')
    .execute()
}

export async function countQueue(db: Db, search: string): Promise<Record<QueueTab, number>> {
  const match = matchesOrder(search)
  const isFound = match ?? sql<SqlBool>`true`
  const count = async (isIn: RawBuilder<SqlBool>) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from orders where ${isIn} and ${isFound}`.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    ...(await countToShip(db, match ?? undefined, search !== '')),
    packed: await count(isPacked),
    'shipped-today': await count(isShippedToday),
  }
}

const isPacked = sql<SqlBool>`orders.id in (select order_id from shipment where status = 'packed')`

const isShippedToday = sql<SqlBool>`orders.id in (
  select order_id from shipment
  where shipped_at >= date_trunc('day', now(), 'UTC') and status in ('shipped', 'delivered')
)`
