/** Whether a page's path is that of a payment page, which alone may load the card provider's script. */
export function isPaymentPath(pathname: string): boolean {
  return /^\/dashboard\/orders\/payment\//i.test(pathname)
}
