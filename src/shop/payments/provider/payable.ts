import type { Cents } from '#platform/money.ts'
import type { ProviderForm } from './provider-form.ts'

/** What the card form pays. */
export type Payable = ProviderForm & {
  clientSecret: string
  isProcessing: boolean
  amount: Cents
  /** Who pays, for the provider. */
  name: string
  email: string
  /** A line of it; reporting its payment is enough, because the shop asks the provider. */
  lineId: string
  /**
   * Starts the payment again when it was cancelled elsewhere, because a line of it was; returns what
   * the form then says.
   */
  startAgain: () => Promise<string>
}
