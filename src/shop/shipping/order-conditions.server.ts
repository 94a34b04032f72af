import type { PlacedOrder } from '#shop/orders/order.ts'

/** An order without an address waits: its buyer has deleted the account. */
export function isOnHold({ address }: Pick<PlacedOrder, 'address'>): boolean {
  return address === ''
}
