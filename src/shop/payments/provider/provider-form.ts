/** What the browser's card form needs to know of the card provider. */
export type ProviderForm = {
  provider: 'stripe'
  publishableKey: string
  /** URL of the simulator's script; null for the provider's own. */
  scriptUrl: string | null
}
