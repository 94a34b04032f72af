import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/**
 * Restores the stock of a cancelled order. False when the product is deleted: its stock can be ordered
 * again only if the product is restored.
 */
export async function returnToStock(db: Db, order: StockChange): Promise<boolean> {
  const { rows } = await sql<{ isForSale: boolean }>`
    with restored as (
      update product set quantity = quantity + ${order.quantity}
      where id = ${order.productId}
      returning id, deleted_at
    ), moved as (
      insert into stock_movement (product_id, delta, kind, order_line_id, account_id)
      select id, ${order.quantity}::integer, 'cancel', ${order.orderLineId}::uuid, ${order.accountId}::uuid
      from restored
    )
    select deleted_at is null as is_for_sale from restored`.execute(db)
  return rows[0]?.isForSale === true
}

/**
 * Restocks pieces of a refund that were not shipped, or pieces that came back with a return, also of a
 * deleted product, which may be restored; only once for each, because a failed refund may be repeated.
 */
export async function addReturned(
  db: Db,
  { productId, orderLineId, quantity, accountId, ...cause }: StockChange & StockReturn,
): Promise<void> {
  const { refundId, returnId } = { refundId: null, returnId: null, ...cause }
  await sql`
    with added as (
      update product set quantity = quantity + ${quantity}
      where id = ${productId} and not exists (
        select from stock_movement
        where order_line_id = ${orderLineId} and kind = 'return'
          and refund_id is not distinct from ${refundId}::uuid
          and return_id is not distinct from ${returnId}::uuid
      )
      returning id
    )
    insert into stock_movement (
      product_id, delta, kind, order_line_id, refund_id, return_id, account_id
    )
    select id, ${quantity}::integer, 'return', ${orderLineId}::uuid, ${refundId}::uuid,
      ${returnId}::uuid, ${accountId}::uuid
    from added`.execute(db)
}

/** Sets a product's stock to an admin's count; a difference is recorded as a movement. */
export async function setStock(
  db: Db,
  count: {
    productId: string
    accountId: string
    quantity: number
    kind: 'opening' | 'correction'
  },
): Promise<void> {
  // Locked first, so that a concurrent sale either is part of the difference or comes after it.
  await sql`
    with before as (
      select id, quantity from product where id = ${count.productId} for no key update
    ), counted as (
      update product set quantity = ${count.quantity} from before
      where product.id = before.id and before.quantity <> ${count.quantity}
      returning product.id, ${count.quantity}::integer - before.quantity as delta
    )
    insert into stock_movement (product_id, delta, kind, account_id)
    select id, delta, ${count.kind}, ${count.accountId}::uuid from counted`.execute(db)
}

/** Records the movements of products whose stock the caller writes, because an import set or counted it. */
export async function recordMovements(
  db: Db,
  movements: { productId: string; delta: number; kind: 'opening' | 'correction' }[],
  { importId, accountId }: { importId: string; accountId: string | null },
): Promise<void> {
  if (movements.length === 0) return
  await sql`
    insert into stock_movement (product_id, delta, kind, import_id, account_id)
    select "productId", delta, kind, ${importId}::uuid, ${accountId}::uuid
    from json_to_recordset(${JSON.stringify(movements)})
      as one ("productId" uuid, delta integer, kind text)`.execute(db)
}

export type StockChange = {
  productId: string
  orderLineId: string
  /** The user who causes it: the buyer, or the admin who cancels. */
  accountId: string
  /** Pieces, above 0. */
  quantity: number
}

/** Why pieces go back to stock. */
type StockReturn = { refundId: string } | { returnId: string }
