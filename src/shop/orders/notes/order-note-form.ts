import { z } from 'zod'
import { asLines, characterCount } from '#platform/text.ts'

/** In characters. */
export const LONGEST_NOTE = 1_000

export const MAX_NOTES = 50

/** A note that admins write about an order. */
export const orderNoteForm = z.object({
  text: z
    .string('A note is required')
    .overwrite(asLines)
    .min(1, 'A note is required')
    .refine((text) => characterCount(text) <= LONGEST_NOTE, `At most ${LONGEST_NOTE} characters`),
})
