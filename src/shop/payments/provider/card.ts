import type { ReactNode } from 'react'
import { type Cents, dollarsToCents } from '#platform/money.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'
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

export type Payable = {
  clientSecret: string
  isProcessing: boolean
  amount: Cents
  name: string
  email: string
  /** One of its lines; reporting one is enough, because the shop checks with the provider. */
  lineId: string
}

export function payableOf(payment: PayablePayment): Payable {
  const [line] = payment.lines
  if (!line) throw new Error(`The payment ${payment._id} has no lines`)
  const { clientSecret, isProcessing, total } = payment
  const { name, email, _id: lineId } = line
  return { clientSecret, isProcessing, amount: dollarsToCents(total), name, email, lineId }
}
