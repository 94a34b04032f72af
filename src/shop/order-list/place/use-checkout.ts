import { useCallback } from 'react'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { fetchLatestOrders } from '#shop/orders/orders-client.ts'
import { type AddressFields, offeredAddresses } from '#shop/orders/shipping-address.ts'
import type { CheckoutTerms } from '#shop/payments/checkout-api.server.ts'
import { loadCardForm } from '#shop/payments/page/card-form.tsx'
import { fetchCheckout } from '#shop/payments/payments-client.ts'
import { fetchProfile } from '#shop/users/users-client.ts'
import { useLoaded } from '#web/use-loaded.ts'

/** What the signed-in user's checkout needs. */
export type Checkout = {
  terms: CheckoutTerms
  address: AddressFields
  addresses: AddressFields[]
  /** Whether the card fields can be shown: their script comes from the card provider. */
  hasCardForm: boolean
}

/** How many recent orders are searched for addresses to offer. */
const RECENT_ORDERS = 5

/** Loads the checkout of the signed-in user, once it is needed. */
export function useCheckout(isNeeded: boolean) {
  const email = useCurrentUser()?.email
  const load = useCallback(() => loadCheckout(email ?? ''), [email])
  const { value, ...state } = useLoaded(isNeeded && email !== undefined ? load : null)
  return { checkout: value, ...state }
}

async function loadCheckout(email: string): Promise<Checkout> {
  const [terms, profile, recent] = await Promise.all([
    fetchCheckout(),
    fetchProfile(email),
    // Without the recent orders, only the profile's address is offered.
    fetchLatestOrders(RECENT_ORDERS).catch(() => []),
  ])
  const hasCardForm = await loadCardForm(terms.card).then(
    () => true,
    () => false,
  )
  return { terms, ...offeredAddresses(profile, recent), hasCardForm }
}
