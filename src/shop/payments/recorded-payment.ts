/**
 * The result of recording a payment: it has paid its lines; it pays nothing and is refunded; no money
 * moved; or it is not the shop's.
 */
export type RecordedPayment =
  | { outcome: 'paid'; ordersPaid: number }
  | { outcome: 'was-paid' }
  /** `paymentId`: the payment that keeps the money, which its refund returns. */
  | { outcome: 'unapplied'; paymentId: string }
  | { outcome: 'not-moved' | 'not-ours' }

export function isPaid({ outcome }: RecordedPayment): boolean {
  return outcome === 'paid' || outcome === 'was-paid'
}
