import type { TypedPieces } from '#shop/pieces/pieces-fields.tsx'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import type { Return } from './return-json.server.ts'

/**
 * Returns the pieces of a return that came and for which no refund was made yet, by the ids of their
 * lines. A refund that failed is made again by its own button.
 */
export function refundablePieces(
  { number, lines }: Pick<Return, 'number' | 'lines'>,
  { payments, refunds }: OrderRefunds,
): TypedPieces {
  const refunded = refunds
    .filter(({ returnNumber, state }) => returnNumber === number && state !== 'dropped')
    .flatMap((refund) => refund.lines)
  const left = payments.flatMap((payment) => payment.lines)
  return Object.fromEntries(
    lines.flatMap(({ _id, received }) => {
      const ofReturn = refunded
        .filter((line) => line._id === _id)
        .reduce((sum, { quantity = 0 }) => sum + quantity, 0)
      const ofPayment = left.find((line) => line._id === _id)?.refundable ?? 0
      const pieces = Math.min(received - ofReturn, ofPayment)
      return pieces > 0 ? [[_id, String(pieces)]] : []
    }),
  )
}
