import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { LinePieces } from './pieces.ts'

/**
 * Locks lines against packing and refunds by others until the transaction ends, in the order of their
 * ids, as everywhere. Rows that refer to them can still be added.
 */
export async function lockPieces(db: Db, lineIds: string[]): Promise<void> {
  await sql`select id from order_line where id = any(${lineIds}::uuid[])
    order by id for no key update`.execute(db)
}

export async function lockPiecesOfOrder(db: Db, orderId: string): Promise<void> {
  await sql`select id from order_line where order_id = ${orderId}
    order by id for no key update`.execute(db)
}

/** The next position of a shipment or return, after cancelled ones too; the lock on the lines keeps it free. */
export async function nextPosition(
  db: Db,
  table: 'shipment' | 'returnRequest',
  orderId: string,
): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('position').as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export function piecesOfOrder(db: Db, orderId: string): Promise<LinePieces[]> {
  return selectPieces(db, sql`line.order_id = ${orderId}`)
}

export function piecesOfLines(db: Db, lineIds: string[]): Promise<LinePieces[]> {
  return selectPieces(db, sql`line.id = any(${lineIds}::uuid[])`)
}

async function selectPieces(db: Db, which: RawBuilder<unknown>): Promise<LinePieces[]> {
  const { rows } = await sql<LinePieces>`
    select line.id as line_id, line.product_name,
      case line.status when 'paid' then line.quantity else 0 end as paid,
      shipments.*, refunds.*, returns.*, (${moneyIsBack}) as is_money_back
    from order_line as line
    cross join lateral (
      select ${pieces} filter (where shipment.status = 'packed'), 0)::integer as packed,
        ${pieces} filter (where shipment.status in ('shipped', 'delivered')), 0)::integer as shipped,
        ${pieces} filter (where shipment.status = 'delivered'), 0)::integer as delivered
      from shipment_line as part join shipment on shipment.id = shipment_id
      where order_line_id = line.id
    ) as shipments
    cross join lateral (
      select coalesce(sum(part.unshipped), 0)::integer as unshipped,
        coalesce(sum(part.quantity - part.unshipped) filter (
          where refund.is_counted or refund.is_owed
        ), 0)::integer as refunded_shipped
      from refund_line as part join refund on refund.id = refund_id
      where order_line_id = line.id
    ) as refunds
    cross join lateral (
      select coalesce(sum(case status when 'received' then received else part.quantity end), 0)::integer
          as returned,
        coalesce(sum(received), 0)::integer as came_back
      from return_line as part join return_request on return_request.id = return_id
      where order_line_id = line.id and status not in ('refused', 'closed')
    ) as returns
    where ${which}
    order by line.order_id, line.position`.execute(db)
  return rows
}

const pieces = sql`coalesce(sum(part.quantity)`

/** The condition that no refund on the provider's site has replaced `refund`, so that its money is still left. */
export const isRefundLeft = sql<boolean>`refund.cents <= (
  select paid.total_cents - coalesce((
    select sum(other.cents) from refund as other
    where other.payment_id = paid.id and other.id <> refund.id and other.is_counted
  ), 0)
  from payment as paid where paid.id = refund.payment_id
)`

/**
 * The condition that the whole payment of `line` was refunded, by pieces or by free amounts. One that failed
 * counts while it is still owed.
 */
export const moneyIsBack = sql<boolean>`exists (
  select from payment where payment.id = line.payment_id and total_cents <= (
    select coalesce(sum(refund.cents), 0) from refund
    where refund.payment_id = payment.id
      and (refund.is_counted or refund.is_owed and ${isRefundLeft})
  )
)`

/**
 * Returns a product's pieces on the shelf: those that can be ordered, and those that are ordered but
 * neither shipped nor refunded.
 */
export async function countOnShelf(
  db: Db,
  productId: string,
): Promise<{ orderable: number; promised: number; onShelf: number } | undefined> {
  const row = await db
    .selectFrom('product')
    .select('quantity as orderable')
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!row) return undefined
  const promised = (await countPromised(db, [productId])).get(productId) ?? 0
  return { ...row, promised, onShelf: row.orderable + promised }
}

/** Returns the pieces of products that are ordered but neither shipped nor refunded; 0 is left out. */
export async function countPromised(db: Db, productIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ productId: string; promised: number }>`
    select line.product_id, sum(line.quantity
      - coalesce((
        select sum(part.quantity) from shipment_line as part
        join shipment on shipment.id = shipment_id and shipment.status in ('shipped', 'delivered')
        where order_line_id = line.id
      ), 0)
      - coalesce((select sum(unshipped) from refund_line where order_line_id = line.id), 0)
    )::integer as promised
    from order_line as line
    where line.product_id = any(${productIds}::uuid[]) and line.status <> 'cancelled'
      and not line.is_shipped
    group by line.product_id`.execute(db)
  return new Map(rows.map(({ productId, promised }) => [productId, promised]))
}
