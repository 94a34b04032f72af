import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import type { ManagedReview } from './manage-reviews-api.server.ts'
import { LONGEST_REASON } from './review-states.ts'

type HideReviewDialogProps = {
  review: ManagedReview
  hide: (reason: string) => Promise<void>
  onClosed: () => void
  onDone: () => void
}

/** Hides a review with a reason, which its author reads. */
export function HideReviewDialog({ review, hide, onClosed, onDone }: HideReviewDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { reload } = useReload()
  const confirm = async () => {
    if (reason.trim() === '') return setError('Say why')
    setBusy(true)
    const failure = await hide(reason).then(() => null, refusalText)
    setBusy(false)
    if (failure !== null) return setError(failure)
    onClosed()
    await reload()
    onDone()
    await showToast('success', 'The review is hidden')
  }
  return (
    <ConfirmDialog
      title={`Hide the review of ${review.name}?`}
      action="Hide review"
      busy={isBusy}
      error={error}
      onEdit={() => setError(undefined)}
      onConfirm={confirm}
      onCancel={onClosed}
    >
      <Field
        label="Reason"
        hint={review.email === null ? 'Kept on record.' : `${review.name} reads it in a mail.`}
      >
        {(aria) => (
          <textarea
            {...aria}
            className="field-input"
            rows={3}
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
