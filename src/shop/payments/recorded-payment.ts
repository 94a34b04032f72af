/**
 * The result of recording a payment: it pays an order, now or before; it is due for refund or was
 * refunded; no money moved; or it is not ours.
 */
export type PaymentOutcome =
  | 'paid'
  | 'was-paid'
  | 'refund-due'
  | 'refunded'
  | 'not-moved'
  | 'not-ours'

/** What recording a payment changed, for the consequences after the commit. */
export type RecordedPayment = {
  outcome: PaymentOutcome
  /** How many orders it paid now. */
  ordersPaid: number
  /** Whether all or a part of it is to be refunded, and was not yet. */
  isRefundDue: boolean
  /** The payments of several orders that are cancelling now, because an order of theirs is paid. */
  superseded: string[]
}

const NOTHING = { ordersPaid: 0, isRefundDue: false, superseded: [] }
export const NOT_OURS: RecordedPayment = { ...NOTHING, outcome: 'not-ours' }
export const NOT_MOVED: RecordedPayment = { ...NOTHING, outcome: 'not-moved' }
export const WAS_PAID: RecordedPayment = { ...NOTHING, outcome: 'was-paid' }

export function isPaid(outcome: PaymentOutcome): boolean {
  return outcome === 'paid' || outcome === 'was-paid'
}
