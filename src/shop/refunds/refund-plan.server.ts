import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents, dollarsToCents, timesPieces } from '#platform/money.ts'
import { piecesOfLines } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { type Amounts, refundOfAmount, refundOfNet } from '#shop/tax/tax.ts'
import type { WantedPieces, WantedRefund } from './refund-json.server.ts'
import { type PiecesRefusal, refuseRefund } from './refund-refusals.server.ts'

export type Refundable = Awaited<ReturnType<typeof readRefundable>>
type RefundableLine = Refundable['lines'][number]

/**
 * Returns what can be refunded of a locked payment of which this is left. For a return, that is at most the
 * pieces that came with it; throws a refusal unless lines of the payment did.
 */
export async function readRefundable(db: Db, paymentId: string, left: Amounts, returnId?: string) {
  const rows = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('product', 'product.id', 'productId')
    .select(['orderLineId as id', 'productName', 'orderLine.unitPriceCents'])
    .select(['taxPercent', 'deletedAt'])
    // Without the pieces that refunds have taken back.
    .select(sql<number>`order_line.quantity - ${takenBack}`.as('quantity'))
    .select(receivedWith(returnId).as('received'))
    .where('paymentLine.paymentId', '=', paymentId)
    .orderBy('orderLineId')
    .execute()
  if (returnId && rows.every(({ received }) => received === null))
    throw refuseRefund({ refused: 'no-such-return' })
  const ids = rows.map(({ id }) => id)
  const pieces = new Map((await piecesOfLines(db, ids)).map((line) => [line.lineId, line]))
  const lines = rows.flatMap(({ taxPercent: _, unitPriceCents, deletedAt, received, ...line }) => {
    const ofLine = pieces.get(line.id)
    if (!ofLine) return []
    return {
      ...line,
      unitPrice: cents(unitPriceCents),
      isProductDeleted: deletedAt !== null,
      pieces: countPieces(ofLine),
      isInShipment: ofLine.packed > 0,
      // Null without a return.
      received: returnId ? (received ?? 0) : null,
    }
  })
  // All orders of a payment have the same rate.
  return { left, percent: Number(rows[0]?.taxPercent ?? 0), lines }
}

/** The pieces of a line that refunds of its payment took back: owed ones too, and what is back in stock. */
const takenBack = sql`coalesce((
  select sum(part.quantity) from refund_line as part join refund on refund.id = part.refund_id
  where part.order_line_id = order_line.id and refund.payment_id = payment_line.payment_id and (
    refund.is_counted or refund.is_owed or exists (
      select from stock_movement as returned where returned.refund_id = refund.id
        and returned.order_line_id = order_line.id and returned.kind = 'return'
    )
  )
), 0)::integer`

/** The pieces of a line that came with a return and were not refunded for it; null if none were received. */
const receivedWith = (returnId: string | undefined) => sql<number | null>`(
  select came.received - coalesce((
    select sum(part.quantity) from refund_line as part join refund on refund.id = refund_id
    where refund.return_id = came.return_id and part.order_line_id = came.order_line_id
      and (refund.is_counted or refund.is_owed)
  ), 0)
  from return_line as came
  join return_request on return_request.id = came.return_id and return_request.status = 'received'
  where came.return_id = ${returnId ?? null}::uuid and came.order_line_id = order_line.id
)::integer`

/** A planned refund, for the preview and for the refund itself. */
export type RefundPlan = Amounts & {
  /** How much less than the price of the pieces, because earlier refunds left no more. */
  less: Cents
  lines: PlannedLine[]
}

export type PlannedLine = {
  lineId: string
  quantity: number | null
  net: Cents
  /** How many of the pieces are never shipped. */
  unshipped: number
  /** Whether what goes back to stock can be ordered only if the product is restored. */
  isProductDeleted?: boolean
}

/** Computes a refund: its net amount, tax, and lines. Throws a refusal. */
export function planRefund(wanted: WantedRefund, refundable: Refundable): RefundPlan {
  return 'amount' in wanted
    ? planAmount(dollarsToCents(wanted.amount), refundable)
    : planPieces(wanted.lines, wanted.restock === true, refundable)
}

export function planAmount(
  total: Cents,
  { left, percent, lines: [only, ...others] }: Refundable,
): RefundPlan {
  if (total > left.total) throw refuseRefund({ refused: 'too-much', left: left.total })
  const amounts = refundOfAmount(total, left, percent)
  // A free amount of several lines belongs to none of them.
  const isOfLine = only !== undefined && others.length === 0
  const line = { quantity: null, net: amounts.net, unshipped: 0 }
  return { ...amounts, less: cents(0), lines: isOfLine ? [{ lineId: only.id, ...line }] : [] }
}

function planPieces(
  pieces: WantedPieces[],
  restock: boolean,
  { left, percent, lines }: Refundable,
): RefundPlan {
  const planned: PlannedLine[] = []
  let price = 0
  let net = 0
  for (const asked of pieces) {
    const { _id: lineId, quantity } = asked
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw refuseRefund({ refused: 'no-such-line', lineId })
    const unshipped = countUnshipped(asked, restock, line)
    const full = timesPieces(line.unitPrice, quantity)
    // Earlier free amounts may have left less than the price of the pieces.
    const part = cents(Math.min(full, left.net - net))
    price += full
    net += part
    const { isProductDeleted } = line
    planned.push({ lineId, quantity, net: part, unshipped, isProductDeleted })
  }
  return { ...refundOfNet(cents(net), left, percent), less: cents(price - net), lines: planned }
}

/**
 * Returns how many of the pieces were not shipped, which never will be; the others are with the buyer. Pieces
 * of a return are with the buyer, and no more of them than came. Of others the admin says how many were not
 * shipped; by default, as many as there are.
 */
function countUnshipped(
  { quantity, unshipped: chosen }: WantedPieces,
  restock: boolean,
  { productName, quantity: notTakenBack, pieces, isInShipment, received }: RefundableLine,
): number {
  const { unpacked, unrefundedShipped, refundable } = pieces
  const refuse = (refused: PiecesRefusal['refused'], left: number) =>
    refuseRefund({ refused, productName, left })
  if (quantity > notTakenBack) throw refuse('too-many-pieces', notTakenBack)
  if (received !== null) {
    const left = Math.min(received, unrefundedShipped)
    if (quantity > left || chosen) throw refuse('not-received', left)
  }
  if (quantity > refundable) throw refuse(isInShipment ? 'in-a-shipment' : 'given-up', refundable)
  const unshipped = received === null ? (chosen ?? Math.min(quantity, unpacked)) : 0
  if (unshipped > unpacked) throw refuse('in-a-shipment', unpacked)
  if (quantity - unshipped > unrefundedShipped) throw refuse('not-shipped', unrefundedShipped)
  if (restock && unshipped < quantity) throw refuse('was-shipped', unshipped)
  return unshipped
}

/**
 * Plans a refund that is repeated, with its pieces and, whenever they fit, its net amount and tax. The credit
 * note of one that had succeeded keeps them fitting.
 */
export function planAgain(before: Amounts, lines: PlannedLine[], { left, percent }: Refundable): RefundPlan {
  if (before.total > left.total) throw refuseRefund({ refused: 'too-much', left: left.total })
  const fits = before.net <= left.net && before.tax <= left.tax
  const amounts = fits ? before : refundOfAmount(before.total, left, percent)
  let change = amounts.net - before.net
  const changed = lines.map((line) => {
    const net = cents(Math.max(0, line.net + change))
    change -= net - line.net
    return { ...line, net }
  })
  return { ...amounts, less: cents(0), lines: changed }
}

type Money = { netCents: number; taxCents: number }
type CountedRefund = Money & { cents: number; isCounted: boolean; isOwed: boolean }

/** Returns the rest of a captured payment after the refunds whose money is on its way or went back. */
export function leftOf(payment: Money, refunds: readonly CountedRefund[]): Amounts {
  const counted = refunds.filter(({ isCounted }) => isCounted)
  return counted.reduce(minus, amountsOf(payment))
}

/** Returns what can still be refunded of a payment: failed refunds reserve the money that they owe. */
export function leftToRefund(payment: Money, refunds: readonly CountedRefund[]): Amounts {
  const owed = refunds.filter(({ isOwed, isCounted }) => isOwed && !isCounted)
  return owed.reduce(
    // One that no longer fits was replaced on the provider's site.
    (left, refund) => (refund.cents <= left.total ? minus(left, refund) : left),
    leftOf(payment, refunds),
  )
}

export function amountsOf({ netCents, taxCents }: Money): Amounts {
  return { net: cents(netCents), tax: cents(taxCents), total: cents(netCents + taxCents) }
}

function minus({ net, tax }: Amounts, { netCents, taxCents }: Money): Amounts {
  return amountsOf({ netCents: net - netCents, taxCents: tax - taxCents })
}
