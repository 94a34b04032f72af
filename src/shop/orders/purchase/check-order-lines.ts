import { type Cents, cents, centsToDollars, timesPieces } from '#platform/money.ts'
import { isCountable, LARGEST_TOTAL_CENTS, SMALLEST_TOTAL_CENTS } from '#shop/orders/order.ts'
import {
  type Held,
  maxPieces,
  noCaps,
  type OrderCaps,
  type OrderRules,
  orderCaps,
  piecesForNew,
  type SharedStock,
  whyOverCaps,
} from '#shop/orders/order-caps.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import { type PriceStep, priceAt } from '#shop/prices/price-ladder.ts'
import { type BuyerTax, largestNet, orderTax } from '#shop/tax/tax.ts'
import { wholePieces } from './order-forms.ts'

/** A requested line; `perPrice` (dollars) is compared with the buyer's price, never charged. */
export type WantedLine = { productId: string; quantity: number; perPrice?: number | undefined }

/** A product on sale with the buyer's prices, as the rules see it. */
export type StockedProduct = SharedStock & { ladder: readonly PriceStep[] }
type Products = ReadonlyMap<string, StockedProduct>

export type Holding = {
  emailVerified: boolean
  /** Whether the buyer never paid and belongs to no company. */
  isNew: boolean
  /** Whether the buyer has no unpaid order of the last day that was to be paid at once. */
  mayPayAtOnce: boolean
  orders: number
  cents: Cents
  pieces: ReadonlyMap<string, number>
  tax: BuyerTax
}

export type LineError = {
  index: number
  refusal: OrderRefusal | { refused: 'invalid'; message: string }
  /** The buyer's price, if the line has a lower one. */
  unitPrice?: Cents
  /** The largest possible quantity, if the line wants more; 0 if the line must go. */
  available?: number
  /** The minimum order, if the line wants less. */
  minimum?: number
}

type Options = { isSingle?: boolean; payAtOnce?: boolean }

/**
 * Returns the errors of all lines, as if they were ordered one after another. Each faulty line
 * counts with its corrected quantity for the lines after it, so that the corrected list can be
 * ordered.
 */
export function checkLines(
  lines: readonly WantedLine[],
  products: Products,
  holding: Holding,
  rules: OrderRules,
  options: Options = {},
): LineError[] {
  const check = (isFree: boolean) => checkInTurn(lines, products, holding, rules, isFree, options)
  if (holding.orders > 0) return check(false)
  // What is faulty may come to another price by its fix.
  const isFree = largestValue(lines, products) <= rules.freeOrder
  if (!isFree && priceOf(lines, products) <= rules.freeOrder && check(true).length === 0) return []
  return check(isFree)
}

/** What stock, limits and the lines before leave for a line. */
type Left = {
  product: StockedProduct
  held: Held
  /** Of the share of new buyers. */
  pieces: number
  /** Of the largest total of an order. */
  cents: Cents
}

function checkInTurn(
  lines: readonly WantedLine[],
  products: Products,
  holding: Holding,
  rules: OrderRules,
  isFree: boolean,
  { isSingle = false, payAtOnce = false }: Options,
): LineError[] {
  const caps = isFree ? noCaps : orderCaps(rules, holding)
  const isShared = holding.isNew && !isFree
  const paysAtOnce = payAtOnce && holding.mayPayAtOnce
  const buyer = { ...holding, mayPayAtOnce: holding.mayPayAtOnce && !payAtOnce }
  const { percent } = orderTax(holding.tax, rules.taxPercent)
  const largest = largestNet(cents(LARGEST_TOTAL_CENTS), percent)
  const before = { cents: 0, pieces: new Map<string, number>() }
  return lines.flatMap((line, index) => {
    const { productId } = line
    const product = products.get(productId)
    if (!product) return { index, refusal: { refused: 'no-such-product' as const } }
    if (product.isDiscontinued) return { index, refusal: { refused: 'not-on-sale' as const } }
    const taken = before.pieces.get(productId) ?? 0
    const ofNew = isShared ? piecesForNew(rules, product, { paysAtOnce }) : Infinity
    const left: Left = {
      product: { ...product, quantity: product.quantity - taken },
      held: {
        orders: holding.orders,
        cents: cents(holding.cents + before.cents),
        pieces: (holding.pieces.get(productId) ?? 0) + taken,
      },
      pieces: Math.max(0, ofNew - taken),
      cents: cents(largest - before.cents),
    }
    const available = maxAvailable(caps, left, line.quantity)
    const why = whyInvalid(line) ?? whyNot(left.product, line, left.cents)
    // The specification's call for one line names the stock (product 5).
    const isLimited = !why || (!isSingle && isLimitTighter(why, line.quantity, available))
    const refusal = (isLimited && whyLimited(caps, left, line.quantity, buyer)) || why
    const fix = fixFor(line, left.product, available)
    if (fix.quantity > 0) {
      before.cents += timesPieces(priceAt(product.ladder, fix.quantity), fix.quantity)
      before.pieces.set(productId, taken + fix.quantity)
    }
    return refusal ? { index, refusal, ...fix.shown } : []
  })
}

/** Whether limits leave less of the stock than there is: they are the reason then, so that the offered fix agrees. */
function isLimitTighter(why: LineError['refusal'], asked: number, available: number): boolean {
  const isTighter = why.refused === 'out-of-stock' && available < why.available
  return isTighter && available > 0 && isCountable(asked)
}

function whyLimited(caps: OrderCaps, left: Left, quantity: number, buyer: Holding) {
  const { product, held, pieces: shared } = left
  const asked = { cents: timesPieces(priceAt(product.ladder, quantity), quantity), quantity }
  return whyOverCaps(caps, held, product, asked, { ...buyer, shared })
}

/** Whether an error is one of the buyer's limits, not of the line itself. */
export function isOverCap({ refusal: { refused } }: LineError): boolean {
  return capRefusals.has(refused)
}
const capRefusals = new Set<string>([
  'too-many-open-orders',
  'open-orders-too-valuable',
  'too-much-of-the-stock',
  'new-buyers-hold-too-much',
])

function priceOf(lines: readonly WantedLine[], products: Products): number {
  return lines.reduce((sum, { productId, quantity }) => {
    const ladder = products.get(productId)?.ladder
    return ladder ? sum + priceAt(ladder, quantity) * quantity : Infinity
  }, 0)
}

/** Returns the most that these lines can cost with their minimums kept, by any step of their prices. */
function largestValue(lines: readonly WantedLine[], products: Products): number {
  const values = lines.flatMap(({ productId, quantity }) => {
    const product = products.get(productId)
    if (!product) return []
    const most = Math.max(Math.floor(quantity), smallest(product))
    const steps = priceRanges(product).filter(({ least }) => least <= most)
    return Math.max(0, ...steps.map((step) => step.unitPrice * Math.min(most, step.most)))
  })
  return values.reduce((sum, value) => sum + value, 0)
}

function whyInvalid({ quantity }: WantedLine): LineError['refusal'] | null {
  const { error } = wholePieces.safeParse(quantity)
  return error ? { refused: 'invalid', message: error.issues[0]?.message ?? '' } : null
}

function whyNot(product: StockedProduct, asked: WantedLine, largest: Cents): OrderRefusal | null {
  const { minQuantity, quantity } = product
  const unitPrice = priceAt(product.ladder, asked.quantity)
  if (isBelowPrice(asked, unitPrice)) return { refused: 'price-changed', unitPrice }
  if (asked.quantity < minQuantity) return { refused: 'below-minimum', minimum: minQuantity }
  if (asked.quantity > quantity) {
    return { refused: 'out-of-stock', available: quantity, minimum: minQuantity }
  }
  if (!isCountable(asked.quantity)) return { refused: 'total-out-of-range' }
  const total = timesPieces(unitPrice, asked.quantity)
  if (total < SMALLEST_TOTAL_CENTS || total > largest) return { refused: 'total-out-of-range' }
  return null
}

/** Whether the buyer would be charged more than was sent; a higher price, such as the base price, may be. */
function isBelowPrice({ perPrice }: WantedLine, unitPrice: Cents): boolean {
  return perPrice !== undefined && perPrice < centsToDollars(unitPrice)
}

/** The quantities of each price, with the fewest and the most pieces; totals below a card's range don't count. */
function priceRanges({ ladder, minQuantity }: StockedProduct) {
  return ladder.map((step, index) => ({
    unitPrice: step.unitPrice,
    least: Math.max(minQuantity, step.minQuantity, Math.ceil(SMALLEST_TOTAL_CENTS / step.unitPrice)),
    most: (ladder[index + 1]?.minQuantity ?? Infinity) - 1,
  }))
}

function smallest(product: StockedProduct): number {
  return priceRanges(product).find(({ least, most }) => least <= most)?.least ?? Infinity
}

/** The largest quantity up to the wanted one or the minimum order, within stock and limits; 0 without any. */
function maxAvailable(caps: OrderCaps, { product, held, ...left }: Left, asked: number): number {
  if (held.orders >= caps.orders) return 0
  const affordable = Math.min(caps.cents - held.cents, left.cents)
  const pieces = Math.min(
    product.quantity,
    maxPieces(caps, product, held) - held.pieces,
    left.pieces,
    Math.max(Math.floor(asked), smallest(product)),
  )
  const quantities = priceRanges(product).map(({ unitPrice, least, most }) => {
    const quantity = Math.min(pieces, most, Math.floor(affordable / unitPrice))
    return quantity < least ? 0 : quantity
  })
  return Math.max(0, ...quantities)
}

/** Returns the quantity after the fix, and the note for the buyer. */
function fixFor(line: WantedLine, product: StockedProduct, available: number) {
  const minimum = smallest(product)
  const whole = Math.floor(line.quantity)
  const quantity = available === 0 ? 0 : Math.min(Math.max(whole, minimum), available)
  const unitPrice = priceAt(product.ladder, quantity || line.quantity)
  return {
    quantity,
    shown: {
      ...(isBelowPrice(line, unitPrice) && { unitPrice }),
      ...(available < whole || available === 0 ? { available } : {}),
      ...(line.quantity < minimum && { minimum }),
    },
  }
}
