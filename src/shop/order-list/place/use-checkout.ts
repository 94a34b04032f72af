import { useCallback, useEffect, useState } from 'react'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { fetchLatestOrders } from '#shop/orders/page/orders-client.ts'
import { type AddressFields, offeredAddresses } from '#shop/orders/shipping-address.ts'
import type { CheckoutTerms } from '#shop/payments/checkout-api.server.ts'
import { loadCardForm } from '#shop/payments/page/card-form.tsx'
import { paymentsApi } from '#shop/payments/payments-client.ts'
import { fetchProfile } from '#shop/users/users-client.ts'
import { useLoaded } from '#web/use-loaded.ts'

export type Checkout = {
  terms: CheckoutTerms
  address: AddressFields
  addresses: AddressFields[]
}

/** The state of the card fields, whose script comes from the card provider. */
export type CardScript = 'loading' | 'ready' | 'failed'

/** After this wait the order can be placed without a card; the script may still arrive. */
const CARD_WAIT_MS = 6_000

/** How many recent orders are searched for addresses to offer. */
const RECENT_ORDERS = 5

export function useCheckout(isNeeded: boolean) {
  const email = useCurrentUser()?.email
  const load = useCallback(() => loadCheckout(email ?? ''), [email])
  const { value, error, retry } = useLoaded(isNeeded && email !== undefined ? load : null)
  const terms = value?.checkout.terms
  const [cardScript, setCardScript] = useState<CardScript>('loading')
  const [cardAttempt, setCardAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `cardAttempt` repeats a failed request
  useEffect(() => {
    if (!terms) return
    let isCurrent = true
    const show = (state: CardScript) => isCurrent && setCardScript(state)
    show('loading')
    const timer = setTimeout(show, CARD_WAIT_MS, 'failed')
    loadCardForm(terms.card)
      .then(
        () => show('ready'),
        () => show('failed'),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [terms, cardAttempt])
  const retryCard = () => setCardAttempt((count) => count + 1)
  return { ...value, error, retry, cardScript, retryCard }
}

async function loadCheckout(email: string) {
  const [terms, profile, recent, { CheckoutForm }] = await Promise.all([
    paymentsApi.checkout.$get(),
    fetchProfile(email),
    // Without the recent orders, only the profile's address is offered.
    fetchLatestOrders(RECENT_ORDERS).catch(() => []),
    // Visitors need no form.
    import('./checkout-form.tsx'),
  ])
  const checkout: Checkout = { terms, ...offeredAddresses(profile, recent) }
  return { checkout, CheckoutForm }
}
