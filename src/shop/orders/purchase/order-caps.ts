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
  /** The maximum of orders per buyer and minute; the same applies to cancellations. */
  perMinute: number
  /** How long an unpaid order holds its stock. */
  holdHours: number
}

/** A buyer's current unpaid orders; the pieces are those of one product. */
export type Held = { orders: number; cents: Cents; pieces: number }

/**
 * Which limit an order exceeds; `emailVerified` is false when verifying the e-mail would raise it.
 */
export type CapRefusal = { emailVerified: boolean } & (
  | { refused: 'too-many-open-orders'; limit: number }
  | { refused: 'open-orders-too-valuable'; most: Cents; held: Cents }
  | { refused: 'too-much-of-the-stock'; most: number; held: number }
)

export function orderCaps({ caps }: OrderRules, buyer: { emailVerified: boolean }): OrderCaps {
  return buyer.emailVerified ? caps.verified : caps.unverified
}

/**
 * Returns how many pieces of a product one buyer may hold unpaid: a share of the stock plus the
 * pieces that the buyer already holds, so that many small orders cannot exceed one large order; but
 * at least the minimum order, so that every buyer can place one.
 */
export function mostPieces(
  { stockPercent }: OrderCaps,
  product: Pick<Product, 'quantity' | 'minQuantity'>,
  held: Pick<Held, 'pieces'>,
): number {
  const share = Math.floor(((product.quantity + held.pieces) * stockPercent) / 100)
  return Math.max(share, product.minQuantity)
}

/** Returns the limit that an order would exceed; null when it is within all limits. */
export function whyOverCaps(
  caps: OrderCaps,
  held: Held,
  product: Pick<Product, 'quantity' | 'minQuantity'>,
  wanted: { cents: Cents; quantity: number },
  emailVerified: boolean,
): CapRefusal | null {
  if (held.orders >= caps.orders)
    return { refused: 'too-many-open-orders', limit: caps.orders, emailVerified }
  if (held.cents + wanted.cents > caps.cents)
    return {
      refused: 'open-orders-too-valuable',
      most: caps.cents,
      held: held.cents,
      emailVerified,
    }
  const most = mostPieces(caps, product, held)
  if (held.pieces + wanted.quantity > most)
    return { refused: 'too-much-of-the-stock', most, held: held.pieces, emailVerified }
  return null
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
