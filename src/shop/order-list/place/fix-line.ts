import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { type OrderLine, type OrderLines, quantityOf } from '#shop/list-store/order-list.ts'
import type { RefusedLines } from '#shop/orders/purchase/new-order-json.server.ts'

type LineRefusal = RefusedLines['lines'][number]

/** The fix of a line; null for a quantity or price that stays. */
export type Fix = { takeOut: true } | { takeOut: false; quantity: number | null; perPrice: number | null }

/** Why a line was refused, and its fix if there is one. */
export type LineError = {
  message: string
  /** In short, for the summary above the list: "59 → 47, stock". */
  summary: string
  fix: Fix | null
  /** Whether a limit of the buyer is the reason; one with a confirmed e-mail has higher ones. */
  isLimit: boolean
}

/** Returns what fixes a faulty line; `quantity` is the one that was refused. */
export function fixFor(error: Omit<LineRefusal, 'index' | 'message'>, quantity: number): Fix | null {
  const { code, perPrice = null, available, minimum } = error
  if (isOffSale(code) || available === 0) return { takeOut: true }
  const bounded = Math.min(Math.max(quantity, minimum ?? 0), available ?? Infinity)
  const changed = bounded === quantity ? null : bounded
  if (changed === null && perPrice === null) return null
  return { takeOut: false, quantity: changed, perPrice }
}

const isOffSale = (code: string) => code === 'no-such-product' || code === 'not-on-sale'

export function fixText(fix: Fix): string {
  if (fix.takeOut) return 'Remove'
  const price = fix.perPrice === null ? null : formatDollars(dollarsToCents(fix.perPrice))
  if (fix.quantity === null) return `Accept ${price}`
  const pieces = fix.quantity.toLocaleString('en-US')
  return price === null ? `Change to ${pieces}` : `Change to ${pieces} at ${price}`
}

/** Returns the text of the button that fixes all these lines: "Order 47 and 12 instead". */
export function fixAllText(fixes: Fix[]): string {
  const changed = fixes.flatMap((fix) => (fix.takeOut || fix.quantity === null ? [] : fix.quantity))
  const priced = fixes.filter((fix) => !fix.takeOut && fix.perPrice !== null)
  const removed = fixes.filter((fix) => fix.takeOut)
  const parts = [
    removed.length > 0 && `remove ${removed.length} ${removed.length === 1 ? 'line' : 'lines'}`,
    priced.length > 0 && (priced.length === 1 ? 'accept the price' : `accept ${priced.length} prices`),
    changed.length > 0 && `order ${quantitiesText(changed)} instead`,
  ]
  const text = parts.filter((part) => part !== false).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function quantitiesText(quantities: number[]): string {
  if (quantities.length > MAX_NAMED_FIXES) return `${quantities.length} other quantities`
  const texts = quantities.map((pieces) => pieces.toLocaleString('en-US'))
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)
}

/** More quantities than this would make the button too long. */
const MAX_NAMED_FIXES = 3

function summaryOf({ code, message }: LineRefusal, quantity: number, fix: Fix | null) {
  if (!fix) return message
  const reason = limits[code] ?? (code === 'below-minimum' ? 'minimum order' : 'stock')
  if (fix.takeOut) {
    if (isOffSale(code)) return 'no longer for sale'
    if (code === 'out-of-stock' || code === 'below-minimum') return 'out of stock'
    return limits[code] ? `${count(quantity)} → 0, ${reason}` : message
  }
  const pieces = fix.quantity === null ? [] : [`${count(quantity)} → ${count(fix.quantity)}`, reason]
  const price = fix.perPrice === null ? [] : [`now ${formatDollars(dollarsToCents(fix.perPrice))} each`]
  return [...pieces, ...price].join(', ')
}

/** The limits of a buyer, by the code of the refusal. */
const limits: Record<string, string> = {
  'too-many-open-orders': 'over your limit for unpaid orders',
  'open-orders-too-valuable': 'over the value of unpaid orders',
  'too-much-of-the-stock': 'over your limit for this tool',
  'new-buyers-hold-too-much': 'left for new customers',
}

const count = (pieces: number) => pieces.toLocaleString('en-US')

export type RefusedLine = OrderLine & { error: LineRefusal }

export function refusedLines({ lines }: Pick<RefusedLines, 'lines'>, sent: OrderLines): RefusedLine[] {
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
    const { message, code } = error
    const summary = summaryOf(error, now, fix)
    return isFixed ? [] : [[productId, { message, summary, fix, isLimit: limits[code] !== undefined }]]
  })
  return new Map(errors)
}
