import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { CardPayments, ProviderPayment } from './card-payments.server.ts'

/** The card providers by the names that payments store. New payments go to the first. */
export type CardProviders = ReadonlyMap<string, CardPayments>

export function providersOf(...providers: CardPayments[]): CardProviders {
  return new Map(providers.map((provider) => [provider.form.provider, provider]))
}

export function currentProvider(providers: CardProviders): CardPayments {
  const [current] = providers.values()
  if (!current) throw new Error('The shop has no card provider')
  return current
}

/** Returns the provider of a payment; throws a 503 when the shop has no settings for it any more. */
export function providerOf(providers: CardProviders, { provider: name }: { provider: string }): CardPayments {
  const provider = providers.get(name)
  if (!provider) {
    throw new HttpRefusal(
      503,
      'provider-unknown',
      `This payment is at the card provider “${name}”, whose settings the shop no longer has. Please write to the shop.`,
    )
  }
  return provider
}

/** Finds a payment at whichever provider knows this id. */
export async function findAtProviders(
  providers: CardProviders,
  providerId: string,
): Promise<ProviderPayment | null> {
  for (const provider of providers.values()) {
    const payment = await provider.find(providerId)
    if (payment) return payment
  }
  return null
}
