import type { Db } from '#platform/database/database.server.ts'
import { piecesOfLines } from '#shop/shipping/parcels/line-pieces.server.ts'
import { lockPieces } from '#shop/shipping/parcels/lock-lines.server.ts'
import { countPieces } from '#shop/shipping/parcels/pieces.ts'
import type { RefundPlan, RefundPlanRefusal } from './refund-plan.ts'

/**
 * Tells the pieces of a new refund apart: those that are in no parcel come first and are never shipped,
 * the others are with the buyer. Packed pieces cannot be refunded. The lines must be locked.
 */
export async function findUnshipped(
  db: Db,
  plan: RefundPlan,
): Promise<RefundPlan | RefundPlanRefusal> {
  const pieces = await piecesOfLines(
    db,
    plan.lines.map(({ lineId }) => lineId),
  )
  const lines: RefundPlan['lines'] = []
  for (const part of plan.lines) {
    const line = pieces.find(({ lineId }) => lineId === part.lineId)
    if (part.quantity === null || !line) {
      lines.push(part)
      continue
    }
    const { open, refundable } = countPieces(line)
    if (part.quantity > refundable) {
      return { refused: 'in-a-parcel', productName: line.productName, left: refundable }
    }
    lines.push({ ...part, unshipped: Math.min(part.quantity, open) })
  }
  return { ...plan, lines }
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
