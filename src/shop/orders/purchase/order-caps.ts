import { type Cents, formatDollars } from '#platform/money.ts'
import type { Product } from '#shop/catalogue/product.ts'

/** How much one buyer may hold in unpaid orders: they take stock from everybody else, for nothing. */
export type OrderCaps = {
  orders: number
  /** The value of all of them together. */
  cents: Cents
  /** Of a product's stock, in percent. */
  stockPercent: number
}

/** What placing an order has to keep to, by settings. */
export type OrderRules = {
  /** Of buyers whose e-mail address is proven, and of the others. */
  caps: { proven: OrderCaps; unproven: OrderCaps }
  /** How many orders a buyer may place in any minute, and as many cancels. */
  perMinute: number
  /** How long an unpaid order keeps its stock. */
  holdHours: number
}

/** What a buyer holds in unpaid orders; the pieces are those of one product. */
export type Held = { orders: number; cents: Cents; pieces: number }

/** What a buyer may hold and does, as the API tells it before an order. */
export type OrderLimits = {
  orders: { held: number; most: number }
  dollars: { held: number; most: number }
  pieces: { held: number; most: number }
  holdHours: number
  emailProven: boolean
}

/** Why an order is more than its buyer may hold unpaid; `emailProven`: false when that is why. */
export type CapRefusal = { emailProven: boolean } & (
  | { refused: 'too-many-open-orders'; limit: number }
  | { refused: 'open-orders-too-valuable'; most: Cents; held: Cents }
  | { refused: 'too-much-of-the-stock'; most: number; held: number }
)

export function orderCaps({ caps }: OrderRules, buyer: { emailProven: boolean }): OrderCaps {
  return buyer.emailProven ? caps.proven : caps.unproven
}

/**
 * How many pieces of a product one buyer may hold unpaid: a share of what is in stock and what this
 * buyer holds of it already, so that many small orders reach no further than a large one; or the
 * minimum order, so that whoever holds nothing can always buy.
 */
export function mostPieces(
  { stockPercent }: OrderCaps,
  product: Pick<Product, 'quantity' | 'minQuantity'>,
  held: Pick<Held, 'pieces'>,
): number {
  const share = Math.floor(((product.quantity + held.pieces) * stockPercent) / 100)
  return Math.max(share, product.minQuantity)
}

/** The cap that an order would break; null when its buyer may hold it too. */
export function whyOverCaps(
  caps: OrderCaps,
  held: Held,
  product: Pick<Product, 'quantity' | 'minQuantity'>,
  wanted: { cents: Cents; quantity: number },
  emailProven: boolean,
): CapRefusal | null {
  if (held.orders >= caps.orders)
    return { refused: 'too-many-open-orders', limit: caps.orders, emailProven }
  if (held.cents + wanted.cents > caps.cents)
    return {
      ...{ refused: 'open-orders-too-valuable', most: caps.cents, held: held.cents },
      emailProven,
    }
  const most = mostPieces(caps, product, held)
  if (held.pieces + wanted.quantity > most)
    return { refused: 'too-much-of-the-stock', most, held: held.pieces, emailProven }
  return null
}

/** The sentence for a refusal, which names the cap. */
export function capRefusalText(refusal: CapRefusal): string {
  const wider = refusal.emailProven
    ? ''
    : ' You can hold more once your e-mail address is confirmed.'
  return capText(refusal) + wider
}

function capText(refusal: CapRefusal): string {
  switch (refusal.refused) {
    case 'too-many-open-orders':
      return `You have ${refusal.limit} unpaid orders, the most we hold: please pay or cancel one first.`
    case 'open-orders-too-valuable':
      return `We hold unpaid orders of up to ${formatDollars(refusal.most)} for one buyer, and yours come to ${formatDollars(refusal.held)} without this one: please pay or cancel one first, or order less.`
    case 'too-much-of-the-stock': {
      const { most, held } = refusal
      const more = Math.max(0, most - held)
      return `We hold at most ${pieces(most)} of this product unpaid for one buyer, and you hold ${pieces(held)}: please ${more > 0 ? `order at most ${pieces(more)}, or ` : ''}pay or cancel an order first.`
    }
  }
}

const pieces = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`
