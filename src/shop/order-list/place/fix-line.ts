import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { type OrderLine, type OrderLines, quantityOf } from '#shop/order-list/store/order-list.ts'
import type { RefusedLines } from '#shop/orders/purchase/new-order-json.server.ts'
import { VERIFY_TO_ORDER } from '#shop/orders/purchase/order-forms.ts'

type LineRefusal = RefusedLines['lines'][number]

/** The fix of a line; null for a quantity or price that stays. */
export type Fix =
  | { takeOut: true }
  | { takeOut: false; quantity: number | null; perPrice: number | null }

/** Why a line was refused, and its fix if there is one. */
export type LineError = { message: string; fix: Fix | null; needsVerifiedEmail: boolean }

/** Returns what fixes a faulty line; `quantity` is the one that was refused. */
export function fixFor(
  error: Omit<LineRefusal, 'index' | 'message'>,
  quantity: number,
): Fix | null {
  const { code, perPrice = null, available, minimum } = error
  if (code === 'no-such-product' || available === 0) return { takeOut: true }
  const bounded = Math.min(Math.max(quantity, minimum ?? 0), available ?? Infinity)
  const changed = bounded === quantity ? null : bounded
  if (changed === null && perPrice === null) return null
  return { takeOut: false, quantity: changed, perPrice }
}

/** Returns the text of the button that fixes a line. */
export function fixText(fix: Fix): string {
  if (fix.takeOut) return 'Take it out'
  const price = fix.perPrice === null ? null : formatDollars(dollarsToCents(fix.perPrice))
  if (fix.quantity === null) return `Accept ${price}`
  const pieces = fix.quantity.toLocaleString('en-US')
  return price === null ? `Change to ${pieces}` : `Change to ${pieces} at ${price}`
}

/** A refused line: its product, the sent quantity, and its error. */
export type RefusedLine = OrderLine & { error: LineRefusal }

/** Returns the refused ones of the lines that were sent. */
export function refusedLines(
  { lines }: Pick<RefusedLines, 'lines'>,
  sent: OrderLines,
): RefusedLine[] {
  return lines.flatMap((error) => {
    const line = sent[error.index]
    return line ? [{ ...line, error }] : []
  })
}

/** Returns the errors that the list still has: not of removed lines, nor of corrected quantities. */
export function currentErrors(refused: RefusedLine[], lines: OrderLines): Map<string, LineError> {
  const errors = refused.flatMap(({ productId, quantity, error }): [string, LineError][] => {
    const now = quantityOf(lines, productId)
    if (now === 0) return []
    const fix = fixFor(error, now)
    const isFixed = now !== quantity && fix === null
    const needsVerifiedEmail = error.code === VERIFY_TO_ORDER
    const { message } = error
    return isFixed ? [] : [[productId, { message, fix, needsVerifiedEmail }]]
  })
  return new Map(errors)
}
