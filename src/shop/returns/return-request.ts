/**
 * The life of a return: each status, what may happen to it, and the status that follows. Buttons, API and tests
 * use this table; what it does not list is refused. Its buyer may `withdraw` it, the rest is for admins.
 */
export const returnStates = {
  requested: { approve: 'approved', refuse: 'refused', withdraw: 'closed', close: 'closed' },
  approved: { receive: 'received', close: 'closed' },
  refused: {},
  received: {},
  closed: {},
} as const

export type ReturnStatus = keyof typeof returnStates
export const returnStatuses = Object.keys(returnStates) as [ReturnStatus, ...ReturnStatus[]]
/** The lists of the returns: by status, and those that came and are not refunded yet. */
export const returnLists = ['requested', 'approved', 'to-settle', 'received', 'refused', 'closed'] as const
export type ReturnList = (typeof returnLists)[number]
export type ReturnAction = 'approve' | 'refuse' | 'receive' | 'withdraw' | 'close'

export function returnMay({ status }: { status: string }, action: ReturnAction): boolean {
  return action in returnStates[status as ReturnStatus]
}

/** Why a buyer sends pieces back. */
export const returnReasons = ['damaged', 'wrong', 'not-needed', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The reasons as buyers and admins read them. */
export const reasonTexts: Record<ReturnReason, string> = {
  damaged: 'Damaged',
  wrong: 'Not what I ordered',
  'not-needed': 'No longer needed',
  other: 'Other',
}
