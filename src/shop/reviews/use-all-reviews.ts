import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import type { PageParams } from '#platform/http/pagination.ts'
import { useChunks } from '#web/lists/use-chunks.ts'
import type { Review } from './review.ts'
import type { ReviewsApi } from './reviews-api.server.ts'

const api = restClient<ReviewsApi>()

/** The chunk size when all reviews are shown. */
export const CHUNK = 100

type Loaded = { reviews: Review[]; count: number; pageParams: PageParams }

/**
 * The reviews of a page; when all are shown, the rest is fetched chunk by chunk. `retry` is set
 * when a chunk failed, else null.
 */
export function useAllReviews(loaded: Loaded): { reviews: Review[]; retry: (() => void) | null } {
  const { chunks, error, retry } = useChunks({
    loaded,
    start: { chunks: [loaded.reviews], fetched: new Set([0]) },
    count: loaded.count,
    size: CHUNK,
    isWanted: loaded.pageParams.size === 'all',
    fetchChunk: (size, page) => answerOf(api.reviews.$get({ query: { size, page } })),
  })
  return {
    reviews: chunks.flatMap((chunk) => chunk ?? []),
    retry: error === null ? null : retry,
  }
}
