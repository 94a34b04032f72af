import { href } from 'react-router'

const BEFORE_IDS = [
  href('/dashboard/orders/payment/:id', { id: '' }),
  href('/dashboard/payments/:id', { id: '' }),
]

/**
 * Returns whether this is the path of a payment page, the only pages that may load the card
 * provider's script.
 */
export function isPaymentPath(pathname: string): boolean {
  return BEFORE_IDS.some((before) => pathname.toLowerCase().startsWith(before))
}
