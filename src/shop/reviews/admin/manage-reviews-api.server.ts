import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { reviewJson } from '#shop/reviews/review-json.server.ts'
import { toReview } from '#shop/reviews/review-queries.server.ts'
import {
  countManagedReviews,
  hideReview,
  listManagedReviews,
  type ManagedReviewRow,
  type ReviewRefusal,
} from './manage-reviews.server.ts'
import { reviewHiding, reviewStates } from './review-states.ts'

export const managedReviewJson = reviewJson
  .extend({
    email: z.string().nullable().describe('Null for a review of the demo'),
    at: z.string(),
    hiddenReason: z.string().nullable(),
  })
  .openapi('ManagedReview')

export type ManagedReview = z.infer<typeof managedReviewJson>

const count = z.number().int()

export function createManageReviewsApi({ db }: { db: Db }) {
  return restApi({
    listManagedReviews: adminList({
      endpoint: 'GET /reviews/manage',
      summary: 'List shown or hidden reviews',
      query: listQuery.extend({ state: z.enum(reviewStates).default('shown') }),
      answer: 'Reviews, newest first',
      row: managedReviewJson,
      rows: async (query) => (await listManagedReviews(db, query)).map(toManagedReviewJson),
    }),
    countManagedReviews: adminJson({
      endpoint: 'GET /reviews/manageCount',
      summary: 'Count shown and hidden reviews',
      answer: 'How many reviews each state has',
      json: z.object({ shown: count, hidden: count }),
      respond: () => countManagedReviews(db),
    }),
    hideReview: adminJson({
      endpoint: 'PUT /reviews/manage/{id}',
      summary: 'Hide a review, or show it again',
      params: z.object({ id: z.string() }),
      body: reviewHiding,
      json: managedReviewJson,
      refusals: { 404: 'No such review', 409: 'It is hidden already' },
      respond: async ({ params: { id }, json: { hiddenReason }, audit }) => {
        const review = await hideReview(db, id, hiddenReason, audit)
        return toManagedReviewJson(orRefuse(review, refuseReview))
      },
    }),
  })
}

function refuseReview({ refused }: ReviewRefusal): HttpRefusal {
  return refused === 'no-such-review'
    ? new HttpRefusal(404, refused, 'There is no such review.')
    : new HttpRefusal(409, refused, 'This review was hidden in the meantime.')
}

function toManagedReviewJson(row: ManagedReviewRow): ManagedReview {
  const { email, createdAt, hiddenReason } = row
  return { ...toReview(row), email, at: createdAt.toISOString(), hiddenReason }
}
