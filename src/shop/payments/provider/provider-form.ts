export const providerNames = ['stripe'] as const

/** The card provider's data for the browser's card form. */
export type ProviderForm = {
  provider: (typeof providerNames)[number]
  publishableKey: string
  /** URL of the simulator's script; null for the provider's own. */
  scriptUrl: string | null
}

/** The result that the payment page shows: paid, processing at the bank, cancelled meanwhile, or failed. */
export type PaymentOutcome =
  | { state: 'paid'; transactionId: string }
  | { state: 'processing' | 'cancelled' }
  | { state: 'failed'; message: string }

/** The message for a failure that the provider explains only to programmers. */
export const FAILED = 'The payment did not go through. Nothing was charged. Please try again.'
