import { useEffect } from 'react'
import { redirectDocument } from 'react-router'
import { storageEntry } from '#platform/browser-storage.ts'
import { focusPageHeading } from '#ui/lists/list-head.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { isPaymentPath } from './payment-path.ts'

/** Set while a page of the shop leads to a page with a card form, which is loaded as a document. */
const arrival = storageEntry('sessionStorage', 'toPayment')

/**
 * Reloads a payment page that was reached from another page: only a document loaded as a payment
 * page may load the card provider's script; the CSP of other pages blocks it.
 */
export function requirePaymentDocument(request: Request): void {
  if (isPaymentDocument()) return
  arrival.write('yes')
  throw redirectDocument(request.url)
}

/**
 * Does the same while the page is shown. Unlike a redirect, a reload keeps the URL's fragment and the
 * state of a link to the page. Returns false until then.
 */
export function usePaymentDocument(isNeeded: boolean): boolean {
  const isHydrated = useHydrated()
  const mustReload = isNeeded && isHydrated && !isPaymentDocument()
  useEffect(() => {
    if (!mustReload) return
    arrival.write('yes')
    window.location.reload()
  }, [mustReload])
  return !mustReload
}

function isPaymentDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || isPaymentPath(new URL(loaded.name).pathname)
}

/** Focuses the heading after such a load, as `PageChange` does after other navigations. */
export function usePaymentFocus(): void {
  useEffect(() => {
    if (arrival.read() === null) return
    arrival.clear()
    // A link may lead to a field of the page.
    if (document.activeElement === document.body) focusPageHeading()
  }, [])
}
