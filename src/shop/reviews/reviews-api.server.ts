import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { streamJsonArray } from '#platform/http/json-stream.server.ts'
import { answers, body, listQuery, refuses, restApi } from '#platform/http/rest-api.server.ts'
import {
  type Caller,
  type CallerVariables,
  forCallers,
  requireCaller,
} from '#shop/auth/access/caller.server.ts'
import { emailInPath } from '#shop/auth/sign-in/auth-forms.ts'
import { reviewForm } from './review-form.ts'
import {
  countReviews,
  findOwnReview,
  insertReview,
  listReviews,
  listReviewsAfter,
  updateReview,
} from './review-queries.server.ts'

const review = z
  .object({
    _id: z.string(),
    name: z.string(),
    ratings: z.number().int(),
    review: z.string(),
    imgURL: z.string().optional().openapi({ description: 'The author’s picture' }),
  })
  .openapi('Review')
const ownReview = review.extend({ email: z.string() }).openapi('OwnReview')

const params = z.object({ email: emailInPath })

const getReviews = createRoute({
  method: 'get',
  path: '/reviews',
  operationId: 'listReviews',
  summary: 'List reviews',
  request: { query: listQuery },
  responses: {
    200: answers('A page of the reviews, or all of them, newest first', z.array(review)),
    400: refuses('A size outside 1 to 1000, or a page below 0'),
  },
})

const getCount = createRoute({
  method: 'get',
  path: '/reviewsCount',
  operationId: 'countReviews',
  summary: 'Count reviews',
  responses: { 200: answers('How many reviews there are', z.object({ count: z.number() })) },
})

const getOwnReview = createRoute({
  method: 'get',
  path: '/reviews/{email}',
  operationId: 'getMyReview',
  summary: 'Read my review',
  middleware: forCallers,
  request: { params },
  responses: {
    200: answers('My review; null before I wrote one', z.union([ownReview, z.null()])),
    401: refuses('Not signed in'),
    404: refuses('Somebody else’s'),
  },
})

const postReview = createRoute({
  method: 'post',
  path: '/reviews',
  operationId: 'addReview',
  summary: 'Add my review',
  middleware: forCallers,
  request: { body: body(reviewForm) },
  responses: {
    200: answers('The review', ownReview),
    401: refuses('Not signed in'),
    409: refuses('You have written one already'),
    422: refuses('A rule is broken; fields say which'),
  },
})

const putReview = createRoute({
  method: 'put',
  path: '/reviews/{email}',
  operationId: 'updateReview',
  summary: 'Update my review',
  middleware: forCallers,
  request: { params, body: body(reviewForm) },
  responses: {
    200: answers('The updated review', ownReview),
    401: refuses('Not signed in'),
    404: refuses('Somebody else’s, or you have written none'),
    422: refuses('A rule is broken; fields say which'),
  },
})

const STREAM_PAGE = 1000

export type ReviewsApi = ReturnType<typeof createReviewsApi>

/** What buyers say: open to read; everybody signed in writes one of their own. */
export function createReviewsApi({ db }: { db: Db }) {
  return restApi<CallerVariables>()
    .openapi(getReviews, async (c) => {
      const { size, page } = c.req.valid('query')
      if (size === undefined) {
        return streamJsonArray((after) => listReviewsAfter(db, after, STREAM_PAGE)) as never
      }
      return c.json(await listReviews(db, { size, page }), 200)
    })
    .openapi(getCount, async (c) => c.json({ count: await countReviews(db) }, 200))
    .openapi(getOwnReview, async (c) => {
      const caller = requireAuthor(c, c.req.valid('param').email)
      return c.json((await findOwnReview(db, caller.id)) ?? null, 200)
    })
    .openapi(postReview, async (c) => {
      const caller = requireCaller(c)
      if (!(await insertReview(db, caller.id, c.req.valid('json')))) {
        throw new HttpRefusal(409, 'already-reviewed', 'You have already written a review.')
      }
      return c.json(await storedReview(db, caller), 200)
    })
    .openapi(putReview, async (c) => {
      const caller = requireAuthor(c, c.req.valid('param').email)
      if (!(await updateReview(db, caller.id, c.req.valid('json')))) throw noSuchReview()
      return c.json(await storedReview(db, caller), 200)
    })
}

/** The caller, when `email` is theirs; other people's reviews seem not to exist. */
function requireAuthor(c: Parameters<typeof requireCaller>[0], email: string): Caller {
  const caller = requireCaller(c)
  if (email !== caller.email) throw noSuchReview()
  return caller
}

async function storedReview(db: Db, caller: Caller) {
  const stored = await findOwnReview(db, caller.id)
  if (!stored) throw noSuchReview()
  return stored
}

function noSuchReview(): HttpRefusal {
  return new HttpRefusal(404, 'no-such-review', 'There is no such review.')
}
