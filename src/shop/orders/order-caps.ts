import { type Cents, cents, formatDollars } from '#platform/money.ts'
import type { Product } from '#shop/catalogue/product.ts'

/** A buyer's limits for unpaid orders, which hold stock at no cost. */
export type OrderCaps = {
  orders: number
  /** The total value of all of them. */
  cents: Cents
  /** The share of a product's stock, in percent. */
  stockPercent: number
}

export type OrderRules = {
  /** For buyers with a verified e-mail, and for the others. */
  caps: { verified: OrderCaps; unverified: OrderCaps }
  /** How long unpaid orders of buyers without a verified e-mail hold stock, if that is shorter. */
  unverifiedHoldHours: number
  /** For buyers who never paid and belong to no company; such accounts are free to create. */
  newBuyers: {
    /** The share of a product's stock that they may hold together, in percent. */
    stockPercent: number
    /** How long their unpaid orders hold stock, if that is shorter than `holdHours`. */
    holdHours: number
    /** The same for an order that is paid in the step that places it. */
    payAtOnceHours: number
  }
  /** A buyer without unpaid orders may place one up to this value, whatever the other limits are. */
  freeOrder: Cents
  /** The maximum of orders per buyer and minute; the same applies to cancellations. */
  perMinute: number
  /** How long an unpaid order holds its stock. */
  holdHours: number
  /** The tax on net prices, in percent, for buyers without an exception. */
  taxPercent: number
}

/** A buyer's current unpaid orders; the pieces are those of one product. */
export type Held = { orders: number; cents: Cents; pieces: number }

/** The limit that an order exceeds; `emailVerified` is false when verifying the e-mail would raise it. */
export type CapRefusal = { emailVerified: boolean } & (
  | { refused: 'too-many-open-orders'; limit: number }
  | { refused: 'open-orders-too-valuable'; most: Cents; held: Cents }
  | { refused: 'too-much-of-the-stock'; most: number; held: number }
)

export type ShareRefusal = {
  refused: 'new-buyers-hold-too-much'
  left: number
  /** Whether "Place and pay" could order more. */
  mayPayAtOnce: boolean
  /** When the next of their orders ends and releases its stock. */
  nextEnd: Date | null
}

/** A product's stock, and what unpaid orders hold of it: all, those of new buyers, and of these the paid at once. */
export type SharedStock = Pick<Product, 'quantity' | 'minQuantity'> & {
  isDiscontinued?: boolean
  heldUnpaid: number
  heldByNew: number
  heldAtOnce: number
  nextEnd: Date | null
}

export function orderCaps({ caps }: OrderRules, buyer: { emailVerified: boolean }): OrderCaps {
  return buyer.emailVerified ? caps.verified : caps.unverified
}

/** The limits of an order that is free of them. */
export const noCaps: OrderCaps = {
  orders: Number.MAX_SAFE_INTEGER,
  cents: cents(Number.MAX_SAFE_INTEGER),
  stockPercent: 100,
}

/**
 * Returns how many pieces of a product one buyer may hold unpaid: a share of the stock plus the
 * pieces that the buyer already holds, so that many small orders cannot exceed one large order; but
 * at least the minimum order, so that every buyer can place one.
 */
export function maxPieces(
  { stockPercent }: OrderCaps,
  product: Pick<Product, 'quantity' | 'minQuantity'>,
  held: Pick<Held, 'pieces'>,
): number {
  const share = Math.floor(((product.quantity + held.pieces) * stockPercent) / 100)
  return Math.max(share, product.minQuantity)
}

/**
 * Returns how many more pieces of a product new buyers may hold together: a share of the stock with all
 * that unpaid orders hold of it, but at least one minimum order. Orders that are paid at once have the same share
 * of what other orders leave, so that accounts without a payment never hold everything.
 */
export function piecesForNew(
  { newBuyers }: OrderRules,
  product: SharedStock,
  { paysAtOnce = false } = {},
): number {
  const { quantity, minQuantity, heldUnpaid, heldByNew, heldAtOnce } = product
  const [pool, held] = paysAtOnce ? [heldAtOnce, heldAtOnce] : [heldUnpaid, heldByNew]
  const share = Math.floor(((quantity + pool) * newBuyers.stockPercent) / 100)
  return Math.max(0, Math.max(share, minQuantity) - held)
}

/** Returns how long an unpaid order of this buyer holds its stock. */
export function holdHoursOf(
  { holdHours, unverifiedHoldHours, newBuyers }: OrderRules,
  buyer: { emailVerified: boolean; isNew: boolean },
  { paysAtOnce = false } = {},
): number {
  const ofNew = paysAtOnce ? newBuyers.payAtOnceHours : newBuyers.holdHours
  return Math.min(
    holdHours,
    buyer.emailVerified ? Infinity : unverifiedHoldHours,
    buyer.isNew ? ofNew : Infinity,
  )
}

/** The limit that an order would exceed, or null. `shared` is what is left of the share of new buyers, for one. */
export function whyOverCaps(
  caps: OrderCaps,
  held: Held,
  product: Pick<SharedStock, 'quantity' | 'minQuantity' | 'nextEnd'>,
  order: { cents: Cents; quantity: number },
  buyer: { emailVerified: boolean; shared?: number; mayPayAtOnce?: boolean },
): CapRefusal | ShareRefusal | null {
  const { emailVerified, shared = Infinity, mayPayAtOnce = false } = buyer
  if (held.orders >= caps.orders)
    return { refused: 'too-many-open-orders', limit: caps.orders, emailVerified }
  if (held.cents + order.cents > caps.cents)
    return {
      refused: 'open-orders-too-valuable',
      most: caps.cents,
      held: held.cents,
      emailVerified,
    }
  const most = maxPieces(caps, product, held)
  const own = most - held.pieces
  if (order.quantity <= Math.min(own, shared)) return null
  if (shared < own) {
    const { nextEnd } = product
    return { refused: 'new-buyers-hold-too-much', left: shared, mayPayAtOnce, nextEnd }
  }
  return { refused: 'too-much-of-the-stock', most, held: held.pieces, emailVerified }
}

export function capRefusalText(refusal: CapRefusal): string {
  const wider = refusal.emailVerified ? '' : ' You can hold more once your e-mail address is confirmed.'
  return capText(refusal) + wider
}

function capText(refusal: CapRefusal): string {
  switch (refusal.refused) {
    case 'too-many-open-orders':
      return `You have ${refusal.limit} unpaid orders, which is the maximum. Please pay or cancel one first.`
    case 'open-orders-too-valuable':
      return `A buyer can have unpaid orders of up to ${formatDollars(refusal.most)}. Yours total ${formatDollars(refusal.held)} without this one. Please order less, or pay or cancel an order first.`
    case 'too-much-of-the-stock': {
      const { most, held } = refusal
      const more = Math.max(0, most - held)
      return `A buyer can have at most ${pieces(most)} of this product in unpaid orders, and you have ${pieces(held)}. Please ${more > 0 ? `order at most ${pieces(more)}, or ` : ''}pay or cancel an order first.`
    }
  }
}

/** Returns the text of the refusal, with what the buyer can do now and when more is free. */
export function shareRefusalText({ left, mayPayAtOnce, nextEnd }: ShareRefusal, now = new Date()): string {
  const ways = [
    ...(left > 0 ? [`order at most ${pieces(left)}`] : []),
    ...(mayPayAtOnce ? ['choose “Place and pay” in the order list'] : []),
    `try again later`,
  ]
  const minutes = nextEnd ? Math.max(1, Math.ceil((nextEnd.getTime() - now.getTime()) / 60_000)) : 0
  const hours = Math.ceil(minutes / 60)
  const wait = minutes > 90 ? `${hours} hours` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const later = nextEnd ? `. The next of their unpaid orders ends in ${wait}` : ''
  return `New customers hold their share of this tool until they pay: ${pieces(left)} left for them. Please ${eitherOf(ways)}${later}.`
}

const eitherOf = (ways: string[]) =>
  ways.length > 2 ? `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1)}` : ways.join(' or ')

const pieces = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`
