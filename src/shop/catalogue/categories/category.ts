import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'
import type { category, specification } from './category-json.server.ts'

export type Category = z.infer<typeof category>

/** A category with the image of its first product. */
export type CategoryTile = { slug: string; name: string; imgURL: string }

export type Specification = z.infer<typeof specification>

/** The slug of a category in a request's body, or null for none; `what` names the field. */
export const categorySlug = (what: string) =>
  z.string(`${what} must be a slug or null`).overwrite(removeControlCharacters).nullable()
