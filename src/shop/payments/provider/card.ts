import type { ReactNode } from 'react'
import type { Payable } from './payable.ts'
import type { PaymentOutcome, ProviderForm } from './provider-form.ts'

export type Card = {
  /** The fields themselves; shown once. */
  fields: (state: { isDisabled: boolean; onChange: () => void }) => ReactNode
  isComplete: boolean
  /** Charges the card; null until the fields are ready. */
  charge: ((payable: Payable) => Promise<PaymentOutcome>) | null
  /** Fetches a payment's status; null until the provider's script is ready. Stable between renders. */
  ask: ((payable: Payable) => Promise<PaymentOutcome>) | null
}

export type CardFormProps = {
  form: ProviderForm
  children: (card: Card) => ReactNode
}
