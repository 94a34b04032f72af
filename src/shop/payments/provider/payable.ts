import type { Cents } from '#platform/money.ts'
import type { ProviderForm } from './provider-form.ts'

/** What the card form pays: one order, or several. */
export type Payable = ProviderForm & {
  clientSecret: string
  isProcessing: boolean
  amount: Cents
  /** Who pays, for the provider. */
  name: string
  email: string
  /** An order of it; reporting its payment is enough, because the shop asks the provider. */
  orderId: string
  /** What the form says when the payment was cancelled elsewhere. */
  cancelledText: string
}
