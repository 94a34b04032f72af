import { href } from 'react-router'

const OF_ORDER = href('/dashboard/orders/payment/:id', { id: '' })
const OF_CHOSEN = href('/dashboard/payments/:id', { id: '' })
const ORDER_LIST = href('/order-list')

/** Whether the path is of a page with a card form, the only ones that may load the card provider's script. */
export function isPaymentPath(pathname: string): boolean {
  const path = pathname.toLowerCase()
  return path.startsWith(OF_ORDER) || isChosenPath(path) || path.replace(/\/$/, '') === ORDER_LIST
}

/** Returns whether this is the path of the payment of orders that were chosen together. */
export function isChosenPath(pathname: string): boolean {
  return pathname.toLowerCase().startsWith(OF_CHOSEN)
}
