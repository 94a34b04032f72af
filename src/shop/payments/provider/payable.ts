import type { Cents } from '#platform/money.ts'
import type { ProviderForm } from './provider-form.ts'

/** The subject of the card form. */
export type Payable = ProviderForm & {
  clientSecret: string
  isProcessing: boolean
  amount: Cents
  /** The buyer, for the provider. */
  name: string
  email: string
  /** One of its lines; reporting one is enough, because the shop checks with the provider. */
  lineId: string
  /**
   * Restarts a payment that was cancelled elsewhere because one of its lines was; returns the form's
   * note.
   */
  startAgain: () => Promise<string>
}
