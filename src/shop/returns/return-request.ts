export const returnStatuses = ['requested', 'approved', 'refused', 'received', 'closed'] as const
export type ReturnStatus = (typeof returnStatuses)[number]

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
