import { z } from 'zod'
import { removeControlCharacters } from '#platform/sanitize-text.ts'

/** The slug of a category in a request's body, or null for none; `what` names the field. */
export const categorySlug = (what: string) =>
  z.string(`${what} must be a slug or null`).overwrite(removeControlCharacters).nullable()
