/**
 * The life of a refund: each status, what may happen to it, and the status that follows. Command, reconciler,
 * screen and tests use this table.
 */
export const refundStates = {
  // Until the provider answers. Without an answer the reconciler asks again, with the same key.
  wanted: { accept: 'sent', succeed: 'succeeded', fail: 'failed', drop: 'failed' },
  sent: { accept: 'sent', succeed: 'succeeded', fail: 'failed' },
  // The bank may return the money for weeks. Pending is then only a correction of the provider.
  succeeded: { accept: 'succeeded', succeed: 'succeeded', fail: 'failed' },
  // An admin repeats it or pays back in another way, or it was made on the provider's site instead.
  failed: { repeat: 'wanted', payBack: 'succeeded', accept: 'sent', succeed: 'succeeded' },
} as const

export type RefundStatus = keyof typeof refundStates
/**
 * `accept`, `succeed` and `fail` are answers of the provider. `drop` gives up what was not sent, because its
 * money went back elsewhere.
 */
export type RefundAction = 'accept' | 'succeed' | 'fail' | 'drop' | 'repeat' | 'payBack'

/** Returns the status that follows an action; undefined when the refund's status does not allow it. */
export function statusAfter(
  { status }: { status: string },
  action: RefundAction,
): RefundStatus | undefined {
  const follows: Partial<Record<RefundAction, RefundStatus>> = refundStates[status as RefundStatus]
  return follows[action]
}

/** Whether an admin may repeat a refund: it failed, and its money is still owed. */
export function mayRepeat(refund: { status: string; isOwed: boolean }): boolean {
  return refund.isOwed && statusAfter(refund, 'repeat') !== undefined
}

/** The states that admins see; `dropped`: it failed, and nothing is owed. */
export const shownStates = ['pending', 'succeeded', 'failed', 'dropped'] as const

/** Returns the state of a refund that admins see. */
export function shownState(refund: {
  status: string
  isOwed: boolean
  isExcess: boolean
}): (typeof shownStates)[number] {
  if (refund.status === 'succeeded') return 'succeeded'
  if (refund.status !== 'failed') return 'pending'
  return refund.isOwed || refund.isExcess ? 'failed' : 'dropped'
}
