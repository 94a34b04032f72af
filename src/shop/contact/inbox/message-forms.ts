import { z } from 'zod'
import { asLines, characterCount } from '#platform/text.ts'

export const messageStates = ['new', 'answered', 'closed'] as const
export type MessageState = (typeof messageStates)[number]

export const messageStateNames = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
} satisfies Record<MessageState, string>

export const answerForm = z.object({
  answer: z
    .string('Answer is required')
    .overwrite(asLines)
    .min(1, 'Answer is required')
    .refine((text) => characterCount(text) <= 5000, 'At most 5000 characters'),
})

export const messageChange = z.object({ closed: z.boolean('closed is true or false') })

/** Parses the tab of a URL; defaults to the new messages. */
export function readMessageState(text: string | null): MessageState {
  return messageStates.find((state) => state === text) ?? 'new'
}
