import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { piecesOfLines } from '#shop/shipping/parcels/line-pieces.server.ts'
import { lockPieces } from '#shop/shipping/parcels/lock-lines.server.ts'
import { countPieces } from '#shop/shipping/parcels/pieces.ts'
import { isRefundCounted, isRefundOwed } from '#shop/shipping/parcels/refund-conditions.server.ts'
import type { RefundPlan, RefundPlanRefusal, WantedRefund } from './refund-plan.ts'

/**
 * Splits the pieces of a new refund: those that were not shipped, which never will be, and those that
 * are with the buyer. Pieces of a return are with the buyer, and no more of them than came. Of others the
 * admin says how many were not shipped; by default, as many as there are. The lines must be locked.
 */
export async function findUnshipped(
  db: Db,
  plan: RefundPlan,
  wanted: WantedRefund,
  returnId: string | null,
): Promise<RefundPlan | RefundPlanRefusal> {
  if ('total' in wanted) return plan
  const ids = wanted.pieces.map(({ lineId }) => lineId)
  const pieces = await piecesOfLines(db, ids)
  const received = returnId === null ? null : await receivedPieces(db, returnId)
  const split = new Map<string, number>()
  for (const { lineId, quantity, unshipped: chosen } of wanted.pieces) {
    const line = pieces.find((one) => one.lineId === lineId)
    if (!line) continue
    const { productName } = line
    const { unpacked, unrefundedShipped, refundable } = countPieces(line)
    if (received) {
      const left = Math.min(received.get(lineId) ?? 0, unrefundedShipped)
      if (quantity > left || chosen) return { refused: 'not-received', productName, left }
    }
    if (quantity > refundable) {
      const refused = line.packed > 0 ? 'in-a-parcel' : 'given-up'
      return { refused, productName, left: refundable }
    }
    const unshipped = received ? 0 : (chosen ?? Math.min(quantity, unpacked))
    if (unshipped > unpacked) return { refused: 'in-a-parcel', productName, left: unpacked }
    const shipped = quantity - unshipped
    if (shipped > unrefundedShipped)
      return { refused: 'not-shipped', productName, left: unrefundedShipped }
    split.set(lineId, unshipped)
  }
  const lines = plan.lines.map((line) => ({ ...line, unshipped: split.get(line.lineId) ?? 0 }))
  return { ...plan, lines }
}

/** Returns how many pieces of each line came with a return and were not refunded for it. */
async function receivedPieces(db: Db, returnId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ lineId: string; left: number }>`
    select order_line_id as line_id, (received - coalesce((
      select sum(part.quantity) from refund_line as part join refund on refund.id = refund_id
      where refund.return_id = line.return_id and part.order_line_id = line.order_line_id
        and (${isRefundCounted} or ${isRefundOwed})
    ), 0))::integer as left
    from return_line as line where return_id = ${returnId}`.execute(db)
  return new Map(rows.map(({ lineId, left }) => [lineId, left]))
}

/** Locks the lines of a payment, which are locked before it, against packing and other refunds. */
export async function lockPiecesOfPayment(db: Db, paymentId: string): Promise<void> {
  const lines = await db
    .selectFrom('paymentLine')
    .select('orderLineId')
    .where('paymentId', '=', paymentId)
    .execute()
  await lockPieces(
    db,
    lines.map(({ orderLineId }) => orderLineId),
  )
}
