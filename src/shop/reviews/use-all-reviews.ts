import type { PageParams } from '#platform/http/pagination.ts'
import { useChunks } from '#shop/page/lists/use-chunks.ts'
import type { Review } from './review.ts'
import { fetchReviews } from './reviews-client.ts'

/** How many reviews come at once when all are asked for. */
export const CHUNK = 100

type Loaded = { reviews: Review[]; count: number; place: PageParams }

/**
 * The reviews of a page; when all are asked for, they keep coming chunk by chunk. When a chunk
 * fails to come, `retry` asks for it again; else it is null.
 */
export function useAllReviews(loaded: Loaded): { reviews: Review[]; retry: (() => void) | null } {
  const { chunks, error, retry } = useChunks({
    loaded,
    start: { chunks: [loaded.reviews], fetched: new Set([0]) },
    count: loaded.count,
    size: CHUNK,
    isWanted: loaded.place.size === 'all',
    fetchChunk: fetchReviews,
  })
  return {
    reviews: chunks.flatMap((chunk) => chunk ?? []),
    retry: error === null ? null : retry,
  }
}
