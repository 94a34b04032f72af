import { type Cents, dollarsToCents } from '#platform/money.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'

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
