/** The card providers, by the names that payments keep. */
export const providerNames = ['stripe'] as const

/** What the browser's card form needs to know of the card provider. */
export type ProviderForm = {
  provider: (typeof providerNames)[number]
  publishableKey: string
  /** URL of the simulator's script; null for the provider's own. */
  scriptUrl: string | null
}
