/** The result that the payment page shows: paid, processing at the bank, or failed. */
export type PaymentOutcome =
  | { state: 'paid'; transactionId: string }
  | { state: 'processing' }
  | { state: 'failed'; message: string }

/** What a payment that was cancelled in the meantime says, for one order and for several. */
export const CANCELLED = {
  order: 'This order was cancelled and can’t be paid. Nothing was charged.',
  group:
    'This payment was cancelled, because one of its orders changed. Nothing was charged. Orders that are still unpaid can be paid from My Orders.',
}

/** What a payment says whose failure the provider explains only to programmers. */
export const FAILED = 'The payment did not go through. Nothing was charged. Please try again.'
