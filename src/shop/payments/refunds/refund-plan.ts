import { type Cents, cents, timesPieces } from '#platform/money.ts'
import { type Amounts, refundOfAmount, refundOfNet } from '#shop/tax/tax.ts'

/** The subject of a refund: returned pieces, or a free amount. */
export type WantedRefund = { pieces: { lineId: string; quantity: number }[] } | { total: Cents }

/** The refundable rest of a payment. */
export type Refundable = {
  left: Amounts
  /** The rate of the payment's orders. */
  percent: number
  /** Its lines; `quantity` is the number of pieces not yet returned. */
  lines: { id: string; productName: string; unitPrice: Cents; quantity: number }[]
}

/** A planned refund, for the preview and for the refund itself. */
export type RefundPlan = Amounts & {
  lines: {
    lineId: string
    quantity: number | null
    net: Cents
    /** How many of the pieces are never shipped. */
    unshipped?: number
  }[]
}

export type RefundPlanRefusal =
  | { refused: 'too-much'; left: Cents }
  | { refused: 'no-such-line'; lineId: string }
  | { refused: 'too-many-pieces'; productName: string; left: number }
  | { refused: 'in-a-parcel'; productName: string; left: number }

/** Computes a refund: its net amount, tax, and lines. */
export function planRefund(
  wanted: WantedRefund,
  refundable: Refundable,
): RefundPlan | RefundPlanRefusal {
  return 'total' in wanted
    ? planAmount(wanted.total, refundable)
    : planPieces(wanted.pieces, refundable)
}

function planAmount(
  total: Cents,
  { left, percent, lines: [only, ...others] }: Refundable,
): RefundPlan | RefundPlanRefusal {
  if (total > left.total) return { refused: 'too-much', left: left.total }
  const amounts = refundOfAmount(total, left, percent)
  // A free amount of several lines belongs to none of them.
  const isOfLine = only !== undefined && others.length === 0
  return {
    ...amounts,
    lines: isOfLine ? [{ lineId: only.id, quantity: null, net: amounts.net }] : [],
  }
}

function planPieces(
  pieces: { lineId: string; quantity: number }[],
  { left, percent, lines }: Refundable,
): RefundPlan | RefundPlanRefusal {
  const planned: RefundPlan['lines'] = []
  for (const { lineId, quantity } of pieces) {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) return { refused: 'no-such-line', lineId }
    if (quantity > line.quantity) {
      return { refused: 'too-many-pieces', productName: line.productName, left: line.quantity }
    }
    planned.push({ lineId, quantity, net: timesPieces(line.unitPrice, quantity) })
  }
  const net = cents(planned.reduce((sum, line) => sum + line.net, 0))
  // Earlier free amounts may have left less than the price of the pieces.
  if (net > left.net) return { refused: 'too-much', left: left.total }
  return { ...refundOfNet(net, left, percent), lines: planned }
}
