import { z } from '@hono/zod-openapi'

/** A public review, without its author's e-mail. */
export const reviewJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    ratings: z.number().int(),
    review: z.string(),
    imgURL: z.string().optional().describe('The author’s image'),
  })
  .openapi('Review')

export const ownReviewJson = reviewJson
  .extend({
    email: z.string(),
    hiddenReason: z.string().optional().describe('Why the shop has hidden it'),
  })
  .openapi('OwnReview')
