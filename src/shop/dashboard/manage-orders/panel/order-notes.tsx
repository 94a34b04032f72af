import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { firstCharacters } from '#platform/text.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { orderNoteForm } from '#shop/orders/notes/order-note-form.ts'
import type { OrderNoteEntry } from '#shop/orders/notes/order-notes.server.ts'
import type { createOrderNotesApi } from '#shop/orders/notes/order-notes-api.server.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'

const { notes: notesApi } = apiClient<typeof createOrderNotesApi>().orders[':id']

type OrderNotesProps = { number: string; first: OrderNoteEntry[] }

/** What admins noted about an order; one's own notes can be deleted. */
export function OrderNotes({ number, first }: OrderNotesProps) {
  const [notes, setNotes] = useState(first)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => setNotes(first), [first])
  const remove = async ({ _id }: OrderNoteEntry) => {
    try {
      const param = { id: number, note: _id }
      setNotes(await notesApi[':note'].$delete({ param }))
      // Its button is gone.
      heading.current?.focus()
    } catch (error) {
      await showToast('error', refusalText(error))
    }
  }
  return (
    <section aria-labelledby="panel-notes">
      <h2 id="panel-notes" ref={heading} tabIndex={-1}>
        Notes <small>only for admins</small>
      </h2>
      <ul className="order-panel-notes" aria-live="polite">
        {notes.map((note) => (
          <li key={note._id} className="row gap-0 py-8 border-bottom">
            <p className="pre-line">{note.text}</p>
            <small>
              {note.author}, <DateTime iso={note.at} />
            </small>
            {note.isMine && (
              <Button
                variant="quiet"
                aria-label={`Delete note: ${firstCharacters(note.text, 40)}`}
                onClick={() => remove(note)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <NoteForm number={number} onAdded={setNotes} />
    </section>
  )
}

type NoteFormProps = { number: string; onAdded: (notes: OrderNoteEntry[]) => void }

function NoteForm({ number, onAdded }: NoteFormProps) {
  const form = useForm({ resolver: zodResolver(orderNoteForm), defaultValues: { text: '' } })
  const { control, handleSubmit, setError, reset, formState } = form
  const dropDraft = useDraft(form, number)
  const send = handleSubmit(async ({ text }) => {
    try {
      onAdded(await notesApi.$post({ param: { id: number }, json: { text } }))
    } catch (error) {
      return setError('root', { message: refusalText(error) })
    }
    dropDraft()
    reset()
  })
  return (
    <Form control={control} onSubmit={send} button="Add note">
      <UnsavedGuard isUnsaved={formState.isDirty && !formState.isSubmitting} />
      <TextAreaField control={control} name="text" label="New note" rows={2} />
    </Form>
  )
}
