import { z } from 'zod'
import { characterCount, removeControlCharacters } from '#platform/text.ts'

/** Whether visitors see a review. */
export const reviewStates = ['shown', 'hidden'] as const
export type ReviewState = (typeof reviewStates)[number]

export const reviewStateNames: Record<ReviewState, string> = { shown: 'Shown', hidden: 'Hidden' }

export function readReviewState(text: string | null): ReviewState {
  return text === 'hidden' ? 'hidden' : 'shown'
}

export const LONGEST_REASON = 200

/** The body of `PUT /reviews/manage/{id}`: why the review is hidden, or null to show it. */
export const reviewHiding = z.object({
  hiddenReason: z
    .string('Reason is required')
    .overwrite(removeControlCharacters)
    .trim()
    .min(1, 'Reason is required')
    .refine(
      (text) => characterCount(text) <= LONGEST_REASON,
      `Reason has at most ${LONGEST_REASON} characters`,
    )
    .nullable(),
})
