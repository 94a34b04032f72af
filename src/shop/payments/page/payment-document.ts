import { useEffect } from 'react'
import { redirectDocument } from 'react-router'
import { storageEntry } from '#platform/browser-storage.ts'
import { focusPageHeading } from '#ui/lists/list-head.ts'
import { isPaymentPath } from './payment-path.ts'

/** Set while a page of the shop leads to a payment page, which is loaded as a document. */
const arrival = storageEntry('sessionStorage', 'toPayment')

/**
 * Reloads a payment page that was reached from another page: only a document loaded as a payment
 * page may load the card provider's script; the CSP of other pages blocks it.
 */
export function requirePaymentDocument(request: Request): void {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded || isPaymentPath(new URL(loaded.name).pathname)) return
  arrival.write('yes')
  throw redirectDocument(request.url)
}

/** Focuses the heading after such a load, as `PageChange` does after other navigations. */
export function usePaymentFocus(): void {
  useEffect(() => {
    if (arrival.read() === null) return
    arrival.clear()
    focusPageHeading()
  }, [])
}
