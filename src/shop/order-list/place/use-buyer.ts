import { useEffect, useState } from 'react'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { fetchLatestOrders } from '#shop/orders/orders-client.ts'
import { type AddressFields, noAddress, offeredAddresses } from '#shop/orders/shipping-address.ts'
import { fetchProfile } from '#shop/users/users-client.ts'

export type OfferedAddresses = { address: AddressFields; addresses: AddressFields[] }

/** How many recent orders are searched for addresses to offer. */
const RECENT_ORDERS = 5

/** Returns the addresses to offer to the signed-in user; null while they load. */
export function useOfferedAddresses(): OfferedAddresses | null {
  const email = useCurrentUser()?.email
  const [offered, setOffered] = useState<OfferedAddresses | null>(null)
  useEffect(() => {
    if (email === undefined) return
    let isCurrent = true
    loadAddresses(email).then(
      (offered) => isCurrent && setOffered(offered),
      // The form also works without addresses.
      () => isCurrent && setOffered({ address: noAddress, addresses: [] }),
    )
    return () => {
      isCurrent = false
    }
  }, [email])
  return offered
}

async function loadAddresses(email: string): Promise<OfferedAddresses> {
  const [profile, recent] = await Promise.all([
    fetchProfile(email),
    // Without the recent orders, only the profile's address is offered.
    fetchLatestOrders(RECENT_ORDERS).catch(() => []),
  ])
  return offeredAddresses(profile, recent)
}
