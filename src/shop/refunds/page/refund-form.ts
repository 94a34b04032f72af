import type { OrderDetails } from '#shop/orders/order.ts'
import { type ChoosableLine, readPieces, type TypedPieces } from '#shop/pieces/pieces-fields.tsx'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import type { WantedRefund } from '#shop/refunds/refund-json.server.ts'
import { readPrice } from '#ui/forms/price-text.ts'

/** What the dialog begins with: pieces that came with a return, or that go back to stock. */
export type RefundStart = {
  pieces: TypedPieces
  reason: string
  returnId?: string
  restock?: boolean
}

export type RefundForm = {
  paymentId: string
  isByAmount: boolean
  amount: string
  pieces: TypedPieces
  /** How many of the pieces were not shipped; as many as possible by default. */
  unshipped: TypedPieces
  reason: string
  isRestocked: boolean
}

type RefundablePayment = OrderRefunds['payments'][number]

/** Returns the form at first: about the first payment of which pieces are chosen, or the first of all. */
export function startForm(
  order: OrderDetails,
  payments: RefundablePayment[],
  start?: RefundStart,
): RefundForm {
  const first = payments.find(({ lines }) => lines.some(({ _id }) => start?.pieces[_id]))
  const payment = first ?? payments[0]
  return {
    paymentId: payment?._id ?? '',
    isByAmount: choosableLines(order, payment, start).length === 0,
    amount: '',
    pieces: start?.pieces ?? {},
    unshipped: {},
    reason: start?.reason ?? '',
    isRestocked: start?.restock === true,
  }
}

/** The lines of a payment of which pieces can be refunded; for a return, at most those that came. */
function choosableLines(
  order: OrderDetails,
  payment: RefundablePayment | undefined,
  start?: RefundStart,
): (ChoosableLine & { open: number })[] {
  const came = start?.returnId ? start.pieces : undefined
  return (payment?.lines ?? []).flatMap(({ _id, refundable, open }) => {
    const line = order.lines.find((line) => line._id === _id)
    const most = came ? Math.min(refundable, Number(came[_id] ?? 0)) : refundable
    // Pieces of a return were shipped.
    return line && most > 0 ? [{ ...line, most, open: came ? 0 : open }] : []
  })
}

/** Returns the lines to choose from, and the refund that the form asks for; null while it is not valid. */
export function readForm(
  form: RefundForm,
  order: OrderDetails,
  payment: RefundablePayment | undefined,
  start?: RefundStart,
) {
  const lines = choosableLines(order, payment, start)
  const pieces = readPieces(lines, form.pieces) ?? []
  // Of these, shipped or unshipped pieces can be refunded.
  const splittable = pieces.flatMap(({ _id, quantity }) => {
    const line = lines.find((line) => line._id === _id)
    if (!line || line.open === 0 || line.open >= line.most) return []
    const productName = `Not shipped, of ${line.productName}`
    return [{ ...line, productName, most: Math.min(quantity, line.open) }]
  })
  const most = splittable.map((line) => [line._id, String(line.most)])
  const split: TypedPieces = { ...Object.fromEntries(most), ...form.unshipped }
  const unshipped = readPieces(splittable, split)
  const splitPieces = pieces.map((line) =>
    splittable.some(({ _id }) => _id === line._id)
      ? { ...line, unshipped: unshipped?.find(({ _id }) => _id === line._id)?.quantity ?? 0 }
      : line,
  )
  const portion = form.isByAmount
    ? readAmount(form.amount)
    : unshipped && pieces.length > 0 && { lines: splitPieces }
  const subject: WantedRefund | null = portion
    ? { ...portion, ...(start?.returnId && { return: start.returnId }) }
    : null
  return { lines, splittable, split, subject }
}

function readAmount(text: string): { amount: number } | null {
  const amount = readPrice(text)
  return amount >= 0.01 && amount < 1_000_000 ? { amount } : null
}
