import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import { publicRoute } from '#platform/http/api/public-route.server.ts'
import { conflict, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { answers, countJson, listQuery, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { publicJson, userJson } from '#shop/auth/access/json-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { reviewForm } from './review-form.ts'
import { ownReviewJson, reviewJson } from './review-json.server.ts'
import {
  countReviews,
  findOwnReview,
  insertReview,
  listReviews,
  listReviewsAfter,
  updateReview,
} from './review-queries.server.ts'

const params = z.object({ email: emailInPath })

// Reviews of other users get the same response as missing ones.
const refuse = refusals<Refusal<'no-such-review' | 'already-reviewed'>>({
  'no-such-review': notFound('There is no such review.'),
  'already-reviewed': conflict('You have already written a review.'),
})

/** Serves reviews: public to read; each user can write one. */
export function createReviewsApi({ db }: { db: Db }) {
  return restApi({
    listReviews: publicRoute({
      endpoint: 'GET /reviews',
      cached: ['page', 'size'],
      request: { query: listQuery },
      responses: {
        200: answers('A page of the reviews, or all of them, newest first', z.array(reviewJson)),
        400: refuses('A size outside 1 to 1000, or a page below 0'),
      },
      respond: async (c) => {
        const { size, page } = c.req.valid('query')
        return respondWithList(size, {
          page: (size) => listReviews(db, { size, page }),
          after: (after, size) => listReviewsAfter(db, after, size),
        })
      },
    }),
    countReviews: publicJson({
      endpoint: 'GET /reviewsCount',
      cached: [],
      json: countJson,
      respond: async () => ({ count: await countReviews(db) }),
    }),
    getMyReview: userJson({
      endpoint: 'GET /reviews/{email}',
      params,
      answer: 'My review, or null',
      json: z.union([ownReviewJson, z.null()]),
      refusals: { 404: 'Belongs to another user' },
      respond: async ({ params, caller }) => {
        if (params.email !== caller.email) throw refuse({ refused: 'no-such-review' })
        return (await findOwnReview(db, caller.id)) ?? null
      },
    }),
    addReview: userJson({
      endpoint: 'POST /reviews',
      body: reviewForm,
      json: ownReviewJson,
      refusals: { 409: 'You have already written a review' },
      respond: async ({ json, caller }) => {
        const isNew = await insertReview(db, caller.id, json)
        if (!isNew) throw refuse({ refused: 'already-reviewed' })
        return storedReview(db, caller)
      },
    }),
    updateReview: userJson({
      endpoint: 'PUT /reviews/{email}',
      params,
      body: reviewForm,
      json: ownReviewJson,
      refusals: { 404: 'Another user’s review, or you have none' },
      respond: async ({ params, json, caller }) => {
        if (params.email !== caller.email) throw refuse({ refused: 'no-such-review' })
        const isFound = await updateReview(db, caller.id, json)
        if (!isFound) throw refuse({ refused: 'no-such-review' })
        return storedReview(db, caller)
      },
    }),
  })
}

async function storedReview(db: Db, caller: Caller) {
  const stored = await findOwnReview(db, caller.id)
  if (!stored) throw refuse({ refused: 'no-such-review' })
  return stored
}
