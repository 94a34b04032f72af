import { href, redirect, useRevalidator } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { requireCurrentUser } from '#shop/auth/access/current-user.server.ts'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { loginPath } from '#shop/auth/auth.ts'
import { sessionEmail } from '#shop/auth/auth-client.ts'
import { PageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/my-review-page'
import { ReviewEditor } from './review-editor.tsx'
import { findOwnReview } from './review-queries.server.ts'
import { fetchOwnReview } from './reviews-client.ts'

/** Loads the current user's review, or null. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const currentUser = await requireCurrentUser(context, url)
  return (await findOwnReview(context.get(databaseContext), currentUser.uid)) ?? null
}

export async function clientLoader() {
  const email = await sessionEmail()
  if (!email) throw redirect(loginPath(href('/dashboard/review')))
  return fetchOwnReview(email)
}

export default function MyReviewPage({ loaderData: review }: Route.ComponentProps) {
  const currentUser = useCurrentUser()
  const { revalidate } = useRevalidator()
  return (
    <section>
      <PageHead title="My review" description="Review the tools you bought." />
      <h1 className="page-title">{review ? 'Your review' : 'Add a review'}</h1>
      {currentUser && <ReviewEditor author={currentUser} review={review} onSaved={revalidate} />}
    </section>
  )
}

export function ErrorBoundary() {
  return <PageError title="My review" text="Your review failed to load." />
}
