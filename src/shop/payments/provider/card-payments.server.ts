import type { PagePolicy } from '#platform/http/content-security-policy.server.ts'
import type { PaidCard } from '#shop/documents/document-content.server.ts'
import type { ProviderForm } from './provider-form.ts'

export type ProviderPayment = {
  id: string
  /** The provider's status: money moved, processing at the bank, may still be paid, or final failure. */
  state: 'succeeded' | 'processing' | 'open' | 'canceled'
  amountCents: number
  currency: string
  livemode: boolean
  /** The payment of the shop that it was created for; null when it is not ours. */
  paymentId: string | null
  /** The card that was charged; null before, and for other means of payment. */
  card: PaidCard | null
}

/** A refund as the provider reports it. A pending one may fail, and, rarely, a succeeded one come back. */
export type ProviderRefund = {
  /** Null when the provider refused to make it. */
  id: string | null
  cents: number
  state: 'succeeded' | 'pending' | 'failed'
  /** The shop's refund, and the number of its attempt; null when it was made on the provider's site. */
  refundId: string | null
  attempt: number | null
}

export type ListedRefund = ProviderRefund & { providerId: string; createdAt: Date }

/**
 * The card payment provider. Every call is a network request, so never inside a transaction.
 * Without a response it throws a 503, after which the same call can be repeated. `providerId` is
 * the id of a payment at the provider.
 */
export type CardPayments = {
  form: ProviderForm
  /** Additional permissions of the page with the card form. */
  pagePolicy: Pick<PagePolicy, 'partners' | 'trustedTypes'>
  /** Where admins see payments at the provider. */
  dashboardUrl: string
  /** The path of the API that receives its events. */
  webhookPath: string
  /** Creates a payment, or resumes the earlier one unless that was cancelled. Concurrent calls share one payment. */
  create: (request: {
    paymentId: string
    amountCents: number
    currency: string
    providerId: string | null
  }) => Promise<{ payment: ProviderPayment; clientSecret: string }>
  find: (providerId: string) => Promise<ProviderPayment | null>
  /**
   * Cancels a payment and returns its status: canceled, succeeded when the money had moved before,
   * or processing when the bank has yet to decide. Null when the provider does not know it.
   */
  cancel: (providerId: string) => Promise<ProviderPayment | null>
  /** Makes an attempt of a refund once, however often it is called. */
  refund: (request: {
    providerId: string
    refundId: string
    cents: number
    attempt: number
  }) => Promise<ProviderRefund>
  /** Returns all refunds of a payment, newest first, including those made on the provider's site. */
  refundsOf: (providerId: string) => Promise<ProviderRefund[]>
  refundsSince: (since: Date) => Promise<ListedRefund[]>
  /** Whether the provider responds now, in one attempt of 3 seconds, and did to this process's last call. */
  isAnswering: () => Promise<boolean>
  /** Reads a webhook's event after checking its signature; forged and expired ones are rejected. */
  readWebhook: (request: Request) => Promise<WebhookEvent | 'bad-signature' | 'malformed'>
}

/** A signed event of the provider. It only names the changed object, whose state is then fetched. */
export type WebhookEvent = {
  id: string
  type: string
  about:
    | { what: 'payment' | 'failure' | 'refund'; providerId: string }
    /** Not relevant for the shop. */
    | null
}
