import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/my-review-page'
import { ReviewEditor } from './review-editor.tsx'
import type { createReviewsApi } from './reviews-api.server.ts'

const api = apiClient<typeof createReviewsApi>()

/** Loads the current user's review, or null. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const email = await requireSession(url)
  return api.reviews[':email'].$get({ param: { email } })
}
export const HydrateFallback = loading('your review', 'My review')

export default function MyReviewPage({ loaderData: review }: Route.ComponentProps) {
  const currentUser = useCurrentUser()
  const { reload } = useReload()
  return (
    <section>
      <PageHead title="My review" description="Review the tools you bought." />
      <h1 className="page-title">{review ? 'Your review' : 'Add a review'}</h1>
      {review?.hiddenReason !== undefined && (
        <p className="mb-24 note">
          This review is not shown in the shop: <q>{review.hiddenReason}</q>
        </p>
      )}
      {currentUser && <ReviewEditor author={currentUser} review={review} onSaved={reload} />}
    </section>
  )
}

export const ErrorBoundary = pageError('My review', 'Your review')
