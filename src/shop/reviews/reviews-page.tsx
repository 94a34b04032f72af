import { href, useNavigation } from 'react-router'
import { restClient } from '#platform/http/api/rest-client.ts'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { clampPage, pageCount, readPageParams } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { listHeadProps } from '#ui/lists/list-head.ts'
import { Spinner } from '#ui/spinner.tsx'
import { PageSizeSelector } from '#web/lists/page-size-selector.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { useChunks } from '#web/lists/use-chunks.ts'
import { LoadFailure } from '#web/load-failure.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/reviews-page'
import { FIRST_PAGE_SIZE, pageSizes, type Review } from './review.ts'
import { ReviewCard } from './review-card.tsx'
import { countReviews, listReviews } from './review-queries.server.ts'
import type { createReviewsApi } from './reviews-api.server.ts'

const api = restClient<typeof createReviewsApi>()

const CHUNK = 100

export const handle: PageHandle = { cached: ['page', 'size'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const count = await countReviews(db)
  const pageParams = clampPage(readPageParams(url.searchParams, FIRST_PAGE_SIZE), count)
  const { size, page } = pageParams
  const position = size === 'all' ? { size: CHUNK, page: 0 } : { size, page }
  return { reviews: await listReviews(db, position), count, pageParams }
}

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { count, pageParams } = loaderData
  const { reviews, retry } = useAllReviews(loaderData)
  const pages = pageCount(count, pageParams.size)
  const isLoading = useNavigation().location?.pathname === href('/reviews')
  const pathOf = (page: number) => withQuery(href('/reviews'), { size: pageParams.size, page })
  return (
    <div className="page">
      <PageHead
        title={pageParams.page === 0 ? 'Customer reviews' : `Customer reviews, page ${pageParams.page + 1}`}
        description="What workshops, schools and plants say about the tools they bought from us."
        path={pageParams.page === 0 ? href('/reviews') : pathOf(pageParams.page)}
      />
      <h1 className="page-title">Reviews</h1>
      <section
        className="reviews-bar justify-between gap-12 gap-x-24 py-12 soft row"
        aria-label={pages > 1 ? `Reviews, page ${pageParams.page + 1} of ${pages}` : 'Reviews'}
        {...listHeadProps}
      >
        <p>
          <strong className="plain tabular">{count.toLocaleString('en-US')}</strong> customers reviewed our
          tools
        </p>
        {isLoading && <Spinner label="Loading reviews" />}
        <PageSizeSelector options={pageSizes} value={String(pageParams.size)} />
      </section>
      {count === 0 && <p>No reviews yet. Be the first to write one.</p>}
      <ul className="review-grid cards gap-24 grid" aria-busy={isLoading}>
        {reviews.map((review) => (
          <li key={review._id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {retry && <LoadFailure text="Some reviews failed to load." onRetry={retry} />}
      <Pager page={pageParams.page} pageCount={pages} to={pathOf} />
    </div>
  )
}

/** A page's reviews; of all, the rest is fetched in chunks, and `retry` is set when one failed, else null. */
function useAllReviews(loaded: Route.ComponentProps['loaderData']): {
  reviews: Review[]
  retry: (() => void) | null
} {
  const { chunks, error, retry } = useChunks({
    loaded,
    start: { chunks: [loaded.reviews], fetched: new Set([0]) },
    count: loaded.count,
    size: CHUNK,
    isWanted: loaded.pageParams.size === 'all',
    fetchChunk: (size, page) => api.reviews.$get({ query: { size, page } }),
  })
  return { reviews: chunks.flatMap((chunk) => chunk ?? []), retry: error === null ? null : retry }
}

export const ErrorBoundary = pageError('Reviews', 'The reviews', { className: 'page' })
