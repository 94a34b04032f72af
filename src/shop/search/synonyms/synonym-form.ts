import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'

export const MAX_TERMS = 20
const MAX_TERM_LENGTH = 60

const term = z.string().overwrite(removeControlCharacters).trim().min(1).max(MAX_TERM_LENGTH)

/** Words that mean the same, as the API takes them. */
export const synonymTerms = z
  .array(term)
  .min(2, 'Enter at least two words, separated by commas')
  .max(MAX_TERMS, `Enter at most ${MAX_TERMS} words`)

/** The admin's form: one line, separated by commas; `id` is empty for a new set. */
export const synonymForm = z.object({
  id: z.string(),
  terms: z
    .string()
    .transform((line) => [...new Set(line.split(',').map((term) => term.trim()))])
    .transform((terms) => terms.filter((term) => term !== ''))
    .pipe(synonymTerms),
})
