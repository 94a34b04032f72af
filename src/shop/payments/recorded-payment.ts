/**
 * The result of recording a payment: it pays its lines, now or before; it pays nothing and is
 * refunded; no money moved; or it is not ours.
 */
export type RecordedPayment =
  | { outcome: 'paid'; linesPaid: number }
  | { outcome: 'was-paid' }
  /** `paymentId`: the payment that keeps the money, which its refund returns. */
  | { outcome: 'unapplied'; paymentId: string }
  | { outcome: 'not-moved' | 'not-ours' }

export function isPaid({ outcome }: RecordedPayment): boolean {
  return outcome === 'paid' || outcome === 'was-paid'
}
