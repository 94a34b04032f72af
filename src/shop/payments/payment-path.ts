import { href } from 'react-router'

const BEFORE_ID = href('/dashboard/orders/payment/:id', { id: '' })

/** Whether a page's path is that of a payment page, which alone may load the card provider's script. */
export function isPaymentPath(pathname: string): boolean {
  return pathname.toLowerCase().startsWith(BEFORE_ID)
}
