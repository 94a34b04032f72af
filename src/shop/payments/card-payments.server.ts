/** A payment as the card provider tells it. */
export type Payment = {
  id: string
  /** The provider's word: money has moved, is with the bank, may still move, or never will. */
  state: 'succeeded' | 'processing' | 'open' | 'canceled'
  amountCents: number
  currency: string
  livemode: boolean
  /** The order it was started for; null for a payment that is not ours. */
  orderId: string | null
}

/**
 * The card payment provider. Every call crosses the network: never inside a transaction. A provider
 * that does not answer is a 503, after which the same call may be made again.
 */
export type CardPayments = {
  /** The key that the browser's card form needs. */
  publishableKey: string
  /** Where the browser gets a stand-in for the provider's script; null: from the provider. */
  scriptUrl: string | null
  /**
   * Starts the payment of an order, or takes up the one that was started before, unless that was
   * given up. Asked twice at the same moment, it is one payment.
   */
  start: (order: {
    orderId: string
    amountCents: number
    paymentIntentId: string | null
  }) => Promise<{ payment: Payment; clientSecret: string }>
  find: (paymentIntentId: string) => Promise<Payment | null>
  /**
   * Gives a payment up, and says what it is then: canceled, or succeeded when money had moved
   * before. Null when the provider does not know it.
   */
  cancelPayment: (paymentIntentId: string) => Promise<Payment | null>
  /** Gives the whole payment back, once: asked again, it is the same refund. */
  refund: (paymentIntentId: string) => Promise<{ refundId: string }>
  /** Whether the provider takes our calls at this moment; asked once, for 3 seconds at most. */
  isAnswering: () => Promise<boolean>
  /** Reads a webhook's body after checking its signature; forged and stale ones have a bad one. */
  readWebhook: (
    rawBody: string,
    signature: string,
  ) => Promise<
    { id: string; type: string; payment: Payment | null } | 'bad-signature' | 'malformed'
  >
}
