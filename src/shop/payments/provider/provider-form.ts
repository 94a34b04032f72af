/** The card providers, by the names stored with payments. */
export const providerNames = ['stripe'] as const

/** The card provider's data for the browser's card form. */
export type ProviderForm = {
  provider: (typeof providerNames)[number]
  publishableKey: string
  /** URL of the simulator's script; null for the provider's own. */
  scriptUrl: string | null
}
