import { z } from 'zod'
import { asLines, characterCount } from '#platform/text.ts'

const LONGEST_BODY = 40_000

/** The body of `PUT /pages/{slug}`: the text, and the version that the editor saw (0 for none). */
export const legalPageForm = z.object({
  body: z
    .string('Text must be a text')
    .overwrite(asLines)
    .refine(
      (text) => characterCount(text) <= LONGEST_BODY,
      `Text has at most ${LONGEST_BODY.toLocaleString('en-US')} characters`,
    ),
  version: z.number().int().min(0),
})
