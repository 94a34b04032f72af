import { type Cents, cents, timesPieces } from '#platform/money.ts'
import { type Amounts, refundOfAmount, refundOfNet } from '#shop/tax/tax.ts'

/** The subject of a refund: returned pieces, or a free amount. */
export type WantedRefund = { pieces: WantedPieces[] } | { total: Cents }

export type WantedPieces = {
  lineId: string
  quantity: number
  /** How many of them were not shipped; as many as possible by default. */
  unshipped?: number | undefined
}

/** The refundable rest of a payment. */
export type Refundable = {
  left: Amounts
  /** The rate of the payment's orders. */
  percent: number
  /** Its lines; `quantity` is the number of pieces not yet returned. */
  lines: {
    id: string
    productName: string
    unitPrice: Cents
    quantity: number
    isProductDeleted: boolean
  }[]
}

/** A planned refund, for the preview and for the refund itself. */
export type RefundPlan = Amounts & {
  /** How much less than the price of the pieces, because earlier refunds left no more. */
  less: Cents
  lines: {
    lineId: string
    quantity: number | null
    net: Cents
    /** How many of the pieces are never shipped. */
    unshipped?: number
    /** Whether what goes back to stock can be ordered only if the product is restored. */
    isProductDeleted?: boolean
  }[]
}

export type RefundPlanRefusal =
  | { refused: 'too-much'; left: Cents }
  | { refused: 'no-such-line'; lineId: string }
  | { refused: 'too-many-pieces'; productName: string; left: number }
  | { refused: 'in-a-parcel' | 'given-up' | 'not-received'; productName: string; left: number }
  | { refused: 'not-shipped'; productName: string; left: number }

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
    less: cents(0),
    lines: isOfLine ? [{ lineId: only.id, quantity: null, net: amounts.net }] : [],
  }
}

function planPieces(
  pieces: WantedPieces[],
  { left, percent, lines }: Refundable,
): RefundPlan | RefundPlanRefusal {
  const planned: RefundPlan['lines'] = []
  let price = 0
  let net = 0
  for (const { lineId, quantity } of pieces) {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) return { refused: 'no-such-line', lineId }
    if (quantity > line.quantity) {
      return { refused: 'too-many-pieces', productName: line.productName, left: line.quantity }
    }
    const full = timesPieces(line.unitPrice, quantity)
    // Earlier free amounts may have left less than the price of the pieces.
    const part = cents(Math.min(full, left.net - net))
    price += full
    net += part
    planned.push({ lineId, quantity, net: part, isProductDeleted: line.isProductDeleted })
  }
  return { ...refundOfNet(cents(net), left, percent), less: cents(price - net), lines: planned }
}
