import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { CurrentUser } from '#shop/auth/auth.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import type { OwnReview } from './review.ts'
import { type ReviewForm, reviewForm, reviewLength, reviewSize } from './review-form.ts'
import type { createReviewsApi } from './reviews-api.server.ts'
import { StarsField } from './stars-field.tsx'

const { reviews } = apiClient<typeof createReviewsApi>()

type ReviewEditorProps = {
  author: CurrentUser
  review: OwnReview | null
  onSaved: () => Promise<void>
}

export function ReviewEditor({ author, review, onSaved }: ReviewEditorProps) {
  const form = useForm<ReviewForm>({
    resolver: zodResolver(reviewForm),
    defaultValues: {
      name: author.displayName,
      email: author.email,
      ...(review && { ratings: review.ratings, review: review.review }),
    },
  })
  const { control, handleSubmit, setError, watch } = form
  const dropDraft = useDraft(form)
  const submit = handleSubmit(async (form) => {
    try {
      const param = { email: form.email }
      if (review) await reviews[':email'].$put({ param, json: form })
      else await reviews.$post({ json: form })
      dropDraft()
      await showToast('success', review ? 'Review Updated' : 'Review Added')
    } catch (error) {
      await showToast('error', review ? UPDATE_FAILED : ADD_FAILED)
      if (!(error instanceof RestRefusal)) return
      if (error.status === 401) return setError('root', { message: error.message })
    }
    // Also after a refusal: the review may have been added in another window.
    await onSaved()
  })
  return (
    <Form control={control} onSubmit={submit} button={review ? 'Update' : 'Add Review'}>
      <TextField control={control} name="name" label="Name" readOnly />
      <TextField control={control} name="email" label="Email" readOnly />
      <StarsField control={control} name="ratings" label="Rating" />
      <TextAreaField
        control={control}
        name="review"
        label="Review"
        hint={`${reviewLength(watch('review') ?? '')} of ${reviewSize.least} to ${reviewSize.most} characters`}
      />
    </Form>
  )
}

// product 8.3
const ADD_FAILED = 'Failed to Add Review, Please Check the Internet'
const UPDATE_FAILED = 'Something went wrong'
