import { useState } from 'react'
import { LongInputField } from '#ui/forms/input-field.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import type { ManagedReview } from './manage-reviews-api.server.ts'
import { LONGEST_REASON } from './review-states.ts'

type HideReviewDialogProps = {
  review: ManagedReview
  hide: (reason: string) => Promise<void>
  onClosed: () => void
  onDone: () => void
}

export function HideReviewDialog({ review, hide, onClosed, onDone }: HideReviewDialogProps) {
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
