import { z } from 'zod'
import { characterCount } from '#platform/text.ts'

// A review is one line: line breaks and other control characters become spaces.
const asOneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

/** The fewest and the most characters of a review; the table of reviews has the same. */
export const reviewSize = { least: 20, most: 150 }

export function reviewLength(text: string): number {
  return characterCount(asOneLine(text))
}

/** A review to add or update. Name and e-mail are required fields, but the token determines the author. */
export const reviewForm = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(100),
  email: z.string('Email is required').trim().min(1, 'Email is required').max(254),
  // product 5.3 fixes these texts, including their spelling.
  ratings: z
    .number('Ratings is required')
    .int('Ratings must be a whole number')
    .min(1, 'Minium 1')
    .max(5, 'Maximum 5'),
  review: z
    .string('Review is required')
    .overwrite(asOneLine)
    .min(1, 'Review is required')
    .refine((text) => reviewLength(text) >= reviewSize.least, `Minimun length ${reviewSize.least} Character`)
    .refine(
      (text) => reviewLength(text) <= reviewSize.most,
      `Maximun Length is ${reviewSize.most} Character`,
    ),
})

export type ReviewForm = z.infer<typeof reviewForm>
