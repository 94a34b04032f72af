import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { OwnReview, Review } from './review.ts'
import type { ReviewForm } from './review-form.ts'
import type { ReviewsApi } from './reviews-api.server.ts'

const client = restClient<ReviewsApi>()
const signedInClient = restClient<ReviewsApi>(authorizedFetch)

export function fetchReviews(size: number, page: number): Promise<Review[]> {
  return answerOf(client.reviews.$get({ query: { size: String(size), page: String(page) } }))
}

/** Fetches the current user's review, or null. */
export function fetchOwnReview(email: string): Promise<OwnReview | null> {
  return answerOf(signedInClient.reviews[':email'].$get({ param: { email } }))
}

export function sendNewReview(review: ReviewForm): Promise<OwnReview> {
  return answerOf(signedInClient.reviews.$post({ json: review }))
}

export function sendReviewUpdate(review: ReviewForm): Promise<OwnReview> {
  const param = { email: review.email }
  return answerOf(signedInClient.reviews[':email'].$put({ param, json: review }))
}
