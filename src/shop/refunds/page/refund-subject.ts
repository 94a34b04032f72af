import type { OrderDetails } from '#shop/orders/order.ts'
import { type ChoosableLine, readPieces, type TypedPieces } from '#shop/pieces/pieces-fields.tsx'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import { readPrice } from '#ui/forms/price-text.ts'
import type { RefundSubject } from './refunds-client.ts'

/** The lines of a payment of which pieces can be refunded; for a return, at most those that `came`. */
export function choosableLines(
  order: OrderDetails,
  payment: OrderRefunds['payments'][number] | undefined,
  came?: TypedPieces,
): ChoosableLine[] {
  return (payment?.lines ?? []).flatMap(({ _id, refundable }) => {
    const line = order.lines.find((line) => line._id === _id)
    const most = came ? Math.min(refundable, Number(came[_id] ?? 0)) : refundable
    return line && most > 0 ? [{ ...line, most }] : []
  })
}

/** The lines of which shipped or unshipped pieces can be refunded, with the maximum unshipped. */
export function splittableLines(
  lines: ChoosableLine[],
  payment: OrderRefunds['payments'][number] | undefined,
  typed: TypedPieces,
): ChoosableLine[] {
  return (readPieces(lines, typed) ?? []).flatMap(({ _id, quantity }) => {
    const line = lines.find((line) => line._id === _id)
    const open = payment?.lines.find((line) => line._id === _id)?.open ?? 0
    if (!line || open === 0 || open >= line.most) return []
    const productName = `Not shipped, of ${line.productName}`
    return [{ ...line, productName, most: Math.min(quantity, open) }]
  })
}

/** Returns the refund of the typed pieces; null while they are not valid. */
export function readSubject(
  lines: ChoosableLine[],
  typed: TypedPieces,
  splittable: ChoosableLine[],
  split: TypedPieces,
): RefundSubject | null {
  const pieces = readPieces(lines, typed)
  const unshipped = readPieces(splittable, split)
  if (!pieces || !unshipped || pieces.length === 0) return null
  return {
    lines: pieces.map((line) =>
      splittable.some(({ _id }) => _id === line._id)
        ? { ...line, unshipped: unshipped.find(({ _id }) => _id === line._id)?.quantity ?? 0 }
        : line,
    ),
  }
}

/** Returns the refund of a typed amount; null while it is none. */
export function readAmount(text: string): RefundSubject | null {
  const amount = readPrice(text)
  return amount >= 0.01 && amount < 1_000_000 ? { amount } : null
}
