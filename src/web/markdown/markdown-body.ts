import { z } from 'zod'
import { markdownFault } from '#platform/markdown-limits.ts'
import { asLines, characterCount } from '#platform/text.ts'

// In UTF-8 still within the limit of a request for most languages.
const LONGEST_BODY = 40_000

export const markdownBody = z
  .string('Text must be a text')
  .overwrite(asLines)
  .superRefine((text, context) => {
    const fault =
      characterCount(text) > LONGEST_BODY
        ? `has at most ${LONGEST_BODY.toLocaleString('en-US')} characters`
        : markdownFault(text)
    if (fault) context.addIssue({ code: 'custom', message: `Text ${fault}` })
  })
