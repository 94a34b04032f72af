import { useEffect, useState } from 'react'
import type { ListPlace } from '#platform/http/pagination.ts'
import type { Review } from './review.ts'
import { fetchReviews } from './reviews-client.ts'

/** How many reviews come at once when all are asked for. */
export const CHUNK = 100

type Loaded = { reviews: Review[]; count: number; place: ListPlace }

/**
 * The reviews of a page; when all are asked for, they keep coming chunk by chunk. When a chunk
 * fails to come, `retry` asks for it again; else it is null.
 */
export function useAllReviews(loaded: Loaded): { reviews: Review[]; retry: (() => void) | null } {
  const [more, setMore] = useState<{ after: Loaded; reviews: Review[] }>()
  const [failed, setFailed] = useState<Loaded>()
  const reviews = more?.after === loaded ? [...loaded.reviews, ...more.reviews] : loaded.reviews
  const isWhole = reviews.length >= loaded.count || reviews.length % CHUNK !== 0
  const hasFailed = failed === loaded
  const isMissingSome = loaded.place.size === 'all' && !isWhole

  useEffect(() => {
    if (!isMissingSome || hasFailed) return
    let isWanted = true
    fetchReviews(CHUNK, reviews.length / CHUNK).then(
      (chunk) => {
        if (!isWanted) return
        setMore((more) => ({
          after: loaded,
          reviews: more?.after === loaded ? [...more.reviews, ...chunk] : chunk,
        }))
      },
      () => isWanted && setFailed(loaded),
    )
    return () => {
      isWanted = false
    }
  }, [isMissingSome, hasFailed, reviews.length, loaded])
  return { reviews, retry: isMissingSome && hasFailed ? () => setFailed(undefined) : null }
}
