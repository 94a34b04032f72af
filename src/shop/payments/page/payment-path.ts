import { href } from 'react-router'

const OF_ORDER = href('/dashboard/orders/payment/:id', { id: '' })
const OF_CHOSEN = href('/dashboard/payments/:id', { id: '' })

/**
 * Returns whether this is the path of a payment page, the only pages that may load the card
 * provider's script.
 */
export function isPaymentPath(pathname: string): boolean {
  return pathname.toLowerCase().startsWith(OF_ORDER) || isChosenPath(pathname)
}

/** Returns whether this is the path of the payment of orders that were chosen together. */
export function isChosenPath(pathname: string): boolean {
  return pathname.toLowerCase().startsWith(OF_CHOSEN)
}
