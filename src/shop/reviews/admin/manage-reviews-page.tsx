import { useState } from 'react'
import { href } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { LongInputField } from '#ui/forms/input-field.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { Stars } from '#ui/stars.tsx'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import { useChange } from '#web/use-change.ts'
import type { Route } from './+types/manage-reviews-page'
import type { createManageReviewsApi, ManagedReview } from './manage-reviews-api.server.ts'
import { LONGEST_REASON, type ReviewState, readReviewState, reviewStateNames } from './review-states.ts'

const PAGE_SIZE = 20

const { manage, manageCount } = apiClient<typeof createManageReviewsApi>().reviews

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const state = readReviewState(url.searchParams.get('state'))
  const counts = await manageCount.$get()
  const page = readPage(url.searchParams, PAGE_SIZE, counts[state])
  const reviews = await manage.$get({ query: { state, size: PAGE_SIZE, page } })
  return { reviews, counts, state, page }
})
export const HydrateFallback = loading('the reviews', 'Manage reviews')

/** The reviews, of which admins hide those that visitors should not see. */
export default function ManageReviewsPage({ loaderData }: Route.ComponentProps) {
  const { reviews, counts, state, page } = loaderData
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<ManagedReview>()
  const path = (query: { state: ReviewState; page?: number }) =>
    withQuery(href('/dashboard/manage-reviews'), query)
  const send = async ({ _id: id }: ManagedReview, hiddenReason: string | null) => {
    await manage[':id'].$put({ param: { id }, json: { hiddenReason } })
  }
  return (
    <ListPage
      title="Manage reviews"
      name="Manage Reviews"
      heading={heading}
      count={{ of: reviewStateNames[state], is: counts[state] }}
      tabs={
        <StateTabs
          label="State of the reviews"
          names={reviewStateNames}
          countOf={(tab) => counts[tab]}
          current={state}
          to={(state) => path({ state })}
        />
      }
      empty={reviews.length === 0 && <p>There are no {state} reviews.</p>}
      pages={{ page, count: counts[state], size: PAGE_SIZE, to: (page) => path({ state, page }) }}
      dialogs={
        chosen && (
          <HideReviewDialog
            review={chosen}
            hide={(reason) => send(chosen, reason)}
            onClosed={close}
            onDone={focusHeading}
          />
        )
      }
    >
      <DataTable
        rows={reviews}
        keyOf={({ _id }) => _id}
        columns={[
          { head: 'Author', subject: ({ name }) => name },
          { head: 'Rating', cell: ({ ratings }) => <Stars rating={ratings} /> },
          { head: 'Review', label: '', cell: (review) => <ReviewText review={review} /> },
          { head: 'Date', cell: ({ at }) => <DateTime iso={at} dayOnly /> },
          {
            actions: (review, id) =>
              review.hiddenReason === null ? (
                <Button variant="danger" aria-describedby={id} onClick={() => choose(review)}>
                  Hide …
                </Button>
              ) : (
                <ShowAgain id={id} show={() => send(review, null)} onShown={focusHeading} />
              ),
          },
        ]}
      />
    </ListPage>
  )
}

const ReviewText = ({ review: { review, hiddenReason } }: { review: ManagedReview }) => (
  <>
    {review}
    {hiddenReason !== null && <p>Hidden: {hiddenReason}</p>}
  </>
)

type ShowAgainProps = { id: string; show: () => Promise<void>; onShown: () => void }

function ShowAgain({ id, show, onShown }: ShowAgainProps) {
  const { isBusy, change } = useChange()
  const showAgain = async () => {
    if (await change(show(), 'The review is shown again')) onShown()
  }
  return (
    <Button variant="quiet" aria-describedby={id} busy={isBusy} onClick={showAgain}>
      Show again
    </Button>
  )
}

type HideReviewDialogProps = {
  review: ManagedReview
  hide: (reason: string) => Promise<void>
  onClosed: () => void
  onDone: () => void
}

function HideReviewDialog({ review, hide, onClosed, onDone }: HideReviewDialogProps) {
  const [reason, setReason] = useState('')
  const send = () => (reason.trim() === '' ? 'Say why' : hide(reason))
  return (
    <SendDialog
      title={`Hide the review of ${review.name}?`}
      action="Hide review"
      send={send}
      message="The review is hidden"
      onClosed={onClosed}
      onSent={onDone}
    >
      <LongInputField
        label="Reason"
        hint={review.email === null ? 'Kept on record.' : `${review.name} reads it in a mail.`}
        maxLength={LONGEST_REASON}
        value={reason}
        onValue={setReason}
      />
    </SendDialog>
  )
}

export const ErrorBoundary = pageError('Manage reviews', 'The reviews', {
  heading: 'Manage Reviews',
})
