import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { RefusedBatch } from '#shop/orders/purchase/order-batch-json.server.ts'

type Fault = RefusedBatch['lines'][number]

/** What makes a line possible again; null for a quantity or price that stays. */
export type Mend =
  | { takeOut: true }
  | { takeOut: false; quantity: number | null; perPrice: number | null }

/** Why a line was refused, and its mend if there is one. */
export type LineFault = { message: string; mend: Mend | null }

/** Returns what mends a faulty line; `quantity` is the one that was refused. */
export function mendOf(fault: Omit<Fault, 'index' | 'message'>, quantity: number): Mend | null {
  const { code, perPrice = null, available, minimum } = fault
  if (code === 'no-such-product' || available === 0) return { takeOut: true }
  const bounded = Math.min(Math.max(quantity, minimum ?? 0), available ?? Infinity)
  const changed = bounded === quantity ? null : bounded
  if (changed === null && perPrice === null) return null
  return { takeOut: false, quantity: changed, perPrice }
}

/** Returns the text of the button that mends a line. */
export function mendText(mend: Mend): string {
  if (mend.takeOut) return 'Take it out'
  const price = mend.perPrice === null ? null : formatDollars(dollarsToCents(mend.perPrice))
  if (mend.quantity === null) return `Accept ${price}`
  const pieces = mend.quantity.toLocaleString('en-US')
  return price === null ? `Change to ${pieces}` : `Change to ${pieces} at ${price}`
}

/** Returns the faults by product, for the lines that were sent. */
export function faultsByProduct(
  { lines }: Pick<RefusedBatch, 'lines'>,
  sent: readonly { productId: string; quantity: number }[],
): Map<string, LineFault> {
  const faults = lines.flatMap((fault): [string, LineFault][] => {
    const line = sent[fault.index]
    if (!line) return []
    return [[line.productId, { message: fault.message, mend: mendOf(fault, line.quantity) }]]
  })
  return new Map(faults)
}
