import { href } from 'react-router'

const BEFORE_ID = href('/dashboard/orders/payment/:id', { id: '' })

/**
 * Returns whether this is the path of a payment page, the only page that may load the card
 * provider's script.
 */
export function isPaymentPath(pathname: string): boolean {
  return pathname.toLowerCase().startsWith(BEFORE_ID)
}
