import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import type { ProviderForm } from './provider-form.ts'

/** A payment as the card provider reports it. */
export type Payment = {
  id: string
  /**
   * The provider's status: money moved, processing at the bank, may still be paid, or final
   * failure.
   */
  state: 'succeeded' | 'processing' | 'open' | 'canceled'
  amountCents: number
  currency: string
  livemode: boolean
  /** The order that it was started for; null for a payment of several orders or not ours. */
  orderId: string | null
  /** The payment of several orders that it was started for. */
  paymentId: string | null
}

/**
 * A refund as the card provider reports it. A pending one may still fail, and rarely a succeeded one
 * does, when the bank returns it.
 */
export type Refund =
  | { id: string; state: 'succeeded' | 'pending' }
  /** Without an id the provider refused to make it. */
  | { id: string | null; state: 'failed' }

/** What a payment is started for: an order, or a payment of several orders. */
export type PaymentSubject = { orderId: string } | { paymentId: string }

/**
 * The card payment provider. Every call is a network request, so never inside a transaction.
 * Without a response it throws a 503, after which the same call can be repeated.
 */
export type CardPayments = {
  /** What the browser's card form needs. */
  form: ProviderForm
  /** What the page with the card form may do besides what all pages may. */
  pagePolicy: Pick<PagePolicy, 'partners' | 'trustedTypes'>
  /** Where admins see payments at the provider. */
  dashboardUrl: string
  /**
   * Starts a payment, or resumes the earlier one of its subject unless that was cancelled.
   * Concurrent calls share one payment.
   */
  start: (wanted: {
    subject: PaymentSubject
    amountCents: number
    paymentIntentId: string | null
  }) => Promise<{ payment: Payment; clientSecret: string }>
  find: (paymentIntentId: string) => Promise<Payment | null>
  /**
   * Cancels a payment and returns its status: canceled, or succeeded when the money had moved
   * before. Null when the provider does not know it.
   */
  cancelPayment: (paymentIntentId: string) => Promise<Payment | null>
  /**
   * Refunds what no order needs: the whole payment or a part of it. Repeated calls return the same
   * refund unless it has failed; then they make another.
   */
  refund: (wanted: {
    paymentIntentId: string
    amountCents: number
    isPart: boolean
  }) => Promise<Refund>
  /** Null when the provider does not know it. */
  findRefund: (refundId: string) => Promise<Refund | null>
  /** Returns whether the provider responds to our calls now; one attempt of at most 3 seconds. */
  isAnswering: () => Promise<boolean>
  /** Reads a webhook's event after checking its signature; forged and expired ones are rejected. */
  readWebhook: (request: Request) => Promise<WebhookEvent | 'bad-signature' | 'malformed'>
}

/** A signed event of the provider. It only names what changed, which is then asked for. */
export type WebhookEvent = {
  id: string
  type: string
  about:
    | { what: 'payment' | 'refund'; paymentIntentId: string }
    /** Nothing that the shop needs to know. */
    | null
}
