/** The result that the payment page shows: paid, processing at the bank, cancelled meanwhile, or failed. */
export type PaymentOutcome =
  | { state: 'paid'; transactionId: string }
  | { state: 'processing' | 'cancelled' }
  | { state: 'failed'; message: string }

/** The message for failures that the provider explains only to programmers. */
export const FAILED = 'The payment did not go through. Nothing was charged. Please try again.'
