import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useDraft } from '#web/drafts/use-draft.ts'
import { useReload } from '#web/session-end.ts'
import { answerForm } from './message-forms.ts'
import type { createMessagesApi, ReceivedMessage } from './messages-api.server.ts'

const api = apiClient<typeof createMessagesApi>()

export type AnswerFormProps = {
  message: ReceivedMessage
  /** Called when the answer was sent, before the list is loaded again. */
  onAnswered: (opensNext: boolean) => void
  /** Called when an answer to the message with this id is typed, and when it is sent or emptied. */
  onTyped: (id: string, isUnsaved: boolean) => void
}

export function AnswerForm({ message, onAnswered, onTyped }: AnswerFormProps) {
  const { _id, email, state } = message
  const { reload } = useReload()
  const form = useForm({ resolver: zodResolver(answerForm), defaultValues: { answer: '' } })
  const { control, setError, reset, formState } = form
  const dropDraft = useDraft(form, _id)
  const isUnsaved = formState.isDirty && !formState.isSubmitting
  useEffect(() => {
    onTyped(_id, isUnsaved)
    return () => onTyped(_id, false)
  }, [_id, isUnsaved, onTyped])
  const send = async ({ answer }: { answer: string }, opensNext: boolean) => {
    try {
      await api.messages[':id'].answer.$post({ param: { id: _id }, json: { answer } })
    } catch (error) {
      return setError('root', { message: refusalText(error) })
    }
    dropDraft()
    reset()
    onAnswered(opensNext)
    await reload()
    await showToast('success', `Your answer is on its way to ${email}`)
  }
  const sendAndNext = form.handleSubmit((values) => send(values, true))
  return (
    <Form
      control={control}
      onSubmit={form.handleSubmit((values) => send(values, false))}
      button="Send answer"
      moreButtons={
        state === 'new' && (
          <Button variant="quiet" disabled={formState.isSubmitting} onClick={sendAndNext}>
            Send and next
          </Button>
        )
      }
    >
      <TextAreaField control={control} name="answer" label="Answer" rows={5} />
    </Form>
  )
}
