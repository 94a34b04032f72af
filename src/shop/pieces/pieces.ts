/** Where the pieces of an order line are; every number is a sum of rows, none is stored. */
export type LinePieces = {
  lineId: string
  productName: string
  /** Ordered and paid; 0 until the line is paid. */
  paid: number
  /** In shipments that have not left. */
  packed: number
  /** In shipments that have left, delivered or not. */
  shipped: number
  delivered: number
  /** Refunded before they were shipped. */
  unshipped: number
  /** Refunded after they were shipped. */
  refundedShipped: number
  /** In returns that were not refused or closed: asked for, or received. */
  returned: number
  /** Received from returns. */
  cameBack: number
  /** Whether the whole payment of the line was refunded, in any way. */
  isMoneyBack: boolean
}

/** The actions still possible for the pieces of a line. */
export type PieceCounts = {
  /** To be packed. */
  open: number
  /** In no shipment and not refunded; none of them is packed once all money of the payment went back. */
  unpacked: number
  /** Shipped, and not refunded. */
  unrefundedShipped: number
  /** With the buyer, or on the way. */
  shipped: number
  /** May be sent back: shipped, and in no return. */
  returnable: number
  /** May be refunded: neither refunded yet nor in a shipment that has not left. */
  refundable: number
}

/** Returns the actions still possible for the pieces of a line. */
export function countPieces(line: LinePieces): PieceCounts {
  const unpacked = line.paid - line.packed - line.shipped - line.unshipped
  const unrefundedShipped = line.shipped - line.refundedShipped
  return {
    open: line.isMoneyBack ? 0 : unpacked,
    unpacked,
    unrefundedShipped,
    shipped: line.shipped,
    returnable: line.shipped - line.returned,
    refundable: unpacked + unrefundedShipped,
  }
}

/** Begins a sentence about the pieces of a product that are left: `Only 3 of Claw Hammer 450 g`. */
export function onlySome(left: number, productName: string): string {
  return left === 0 ? `None of ${productName}` : `Only ${left.toLocaleString('en-US')} of ${productName}`
}

/** What admins read where pieces of a deleted product go back to stock. */
export const deletedProductText =
  'This product is deleted: what goes back to stock can be sold only if the product is restored.'

export const shippingStates = [
  'to-pack',
  'part-shipped',
  'shipped',
  'delivered',
  'part-returned',
  'returned',
] as const
export type ShippingState = (typeof shippingStates)[number]

/** The filters of order lists by shipping. An order with a requested or approved return matches two. */
export const shippingFilters = ['to-pack', 'part-shipped', 'shipped', 'blocked', 'returning'] as const
export type ShippingFilter = (typeof shippingFilters)[number]

/** How many orders to ship are counted; of a search fewer, whose words take longer. */
export function mostToShip(isSearch: boolean): number {
  return isSearch ? 1_000 : 10_000
}

/** Returns how many pieces of an order are left to ship: not packed yet, or in a packed shipment. */
export function piecesToShip(lines: readonly LinePieces[]): number {
  return lines.reduce((sum, line) => sum + countPieces(line).open + line.packed, 0)
}

/** Returns how far the shipments of an order are; null when nothing of it is to be shipped. */
export function shippingState(lines: readonly LinePieces[]): ShippingState | null {
  const sum = (count: (line: LinePieces) => number) => lines.reduce((all, line) => all + count(line), 0)
  const shipped = sum((line) => line.shipped)
  const isLeft = piecesToShip(lines) > 0
  if (shipped === 0) return isLeft ? 'to-pack' : null
  const cameBack = sum((line) => line.cameBack)
  if (cameBack > 0) return isLeft || cameBack < shipped ? 'part-returned' : 'returned'
  if (isLeft) return 'part-shipped'
  return sum((line) => line.delivered) === shipped ? 'delivered' : 'shipped'
}
