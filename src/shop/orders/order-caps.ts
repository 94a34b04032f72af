import { type Cents, formatDollars } from '#platform/money.ts'
import type { Product } from '#shop/catalogue/product.ts'

/** A buyer's limits for unpaid orders, which hold stock at no cost. */
export type OrderCaps = {
  orders: number
  /** The total value of all of them. */
  cents: Cents
  /** The share of a product's stock, in percent. */
  stockPercent: number
}

/** The configured rules for placing orders. */
export type OrderRules = {
  /** For buyers with a verified e-mail, and for the others. */
  caps: { verified: OrderCaps; unverified: OrderCaps }
  /** For all buyers without a verified e-mail together, because such accounts are free to create. */
  allUnverified: {
    /** The share of a product's stock, in percent. */
    stockPercent: number
    /** How long their unpaid orders hold stock, if that is shorter than `holdHours`. */
    holdHours: number
  }
  /** For all buyers together who never paid and have a network or a mail domain in common. */
  neverPaid: {
    /** The total value of their unpaid orders. */
    cents: Cents
    /** How long these hold stock, if that is shorter than `holdHours`. */
    holdHours: number
  }
  /** The maximum of orders per buyer and minute; the same applies to cancellations. */
  perMinute: number
  /** How long an unpaid order holds its stock. */
  holdHours: number
  /** The tax on net prices, in percent, for buyers without an exception. */
  taxPercent: number
}

/** A buyer's current unpaid orders; the pieces are those of one product. */
export type Held = { orders: number; cents: Cents; pieces: number }

/**
 * The limit that an order exceeds; `emailVerified` is false when verifying the e-mail would raise it.
 */
export type CapRefusal = { emailVerified: boolean } & (
  | { refused: 'too-many-open-orders'; limit: number }
  | { refused: 'open-orders-too-valuable'; most: Cents; held: Cents }
  | { refused: 'too-much-of-the-stock'; most: number; held: number }
)

/** The refusal of an order that would exceed the shared limit of buyers with an unverified e-mail. */
export type SharedCapRefusal = { refused: 'verify-email-to-order' }

/** The refusal of an order that would exceed the shared limit of buyers who never paid. */
export type PoolRefusal = { refused: 'new-buyers-hold-too-much'; most: Cents }

/** The stock of a product, with what unpaid orders hold of it: all, and those of unverified buyers. */
export type SharedStock = Pick<Product, 'quantity' | 'minQuantity'> & {
  heldUnpaid: number
  heldByUnverified: number
}

export function orderCaps({ caps }: OrderRules, buyer: { emailVerified: boolean }): OrderCaps {
  return buyer.emailVerified ? caps.verified : caps.unverified
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
 * Returns how many more pieces of a product buyers with an unverified e-mail may hold together: a
 * share of the stock with all that unpaid orders hold of it, but at least one minimum order.
 */
export function piecesForUnverified(
  { allUnverified }: OrderRules,
  { quantity, minQuantity, heldUnpaid, heldByUnverified }: SharedStock,
): number {
  const share = Math.floor(((quantity + heldUnpaid) * allUnverified.stockPercent) / 100)
  return Math.max(share, minQuantity) - heldByUnverified
}

/** Returns how long an unpaid order of this buyer holds its stock. */
export function holdHoursOf(
  { holdHours, allUnverified, neverPaid }: OrderRules,
  buyer: { emailVerified: boolean; hasPaid: boolean },
): number {
  return Math.min(
    holdHours,
    buyer.emailVerified ? Infinity : allUnverified.holdHours,
    buyer.hasPaid ? Infinity : neverPaid.holdHours,
  )
}

/**
 * Returns the limit that an order would exceed; null when it is within all limits. `shared` is the rest
 * of the shared limit, for an unverified buyer.
 */
export function whyOverCaps(
  caps: OrderCaps,
  held: Held,
  product: Pick<Product, 'quantity' | 'minQuantity'>,
  order: { cents: Cents; quantity: number },
  { emailVerified, shared = Infinity }: { emailVerified: boolean; shared?: number },
): CapRefusal | SharedCapRefusal | null {
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
  if (shared < own) return { refused: 'verify-email-to-order' }
  return { refused: 'too-much-of-the-stock', most, held: held.pieces, emailVerified }
}

/** Returns the text of a refusal, which states the limit. */
export function capRefusalText(refusal: CapRefusal): string {
  const wider = refusal.emailVerified
    ? ''
    : ' You can hold more once your e-mail address is confirmed.'
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

const pieces = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`
