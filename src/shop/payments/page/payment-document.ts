import { redirectDocument } from 'react-router'
import { isPaymentPath } from './payment-path.ts'

/**
 * Reloads a payment page that was reached from another page: only a document loaded as a payment
 * page may load the card provider's script; the CSP of other pages blocks it.
 */
export function requirePaymentDocument(request: Request): void {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && !isPaymentPath(new URL(loaded.name).pathname)) throw redirectDocument(request.url)
}
