import type { z } from 'zod'
import type { ownReviewJson, reviewJson } from './review-json.server.ts'

/** A public review, without its author's e-mail. */
export type Review = z.infer<typeof reviewJson>

export type OwnReview = z.infer<typeof ownReviewJson>

// product 9.3: the size starts at 6, which the selector does not otherwise offer.
export const FIRST_PAGE_SIZE = 6
export const pageSizes = [
  { label: '6', value: '6' },
  { label: '10', value: '10' },
  { label: '15', value: '15' },
  { label: '20', value: '20' },
  { label: 'All', value: 'all' },
] as const
