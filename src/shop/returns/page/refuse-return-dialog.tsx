import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { sendRefusal } from './returns-client.ts'

type RefuseReturnDialogProps = { of: Return; onClosed: () => void; onDone: () => void }

/** Refuses a return with a reason, which its buyer reads. */
export function RefuseReturnDialog({ of, onClosed, onDone }: RefuseReturnDialogProps) {
  const [refusal, setRefusal] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { reload } = useReload()
  const refuse = async () => {
    if (refusal.trim() === '') return setError('Say why')
    setBusy(true)
    const failure = await sendRefusal(of, refusal.trim()).then(() => null, refusalText)
    setBusy(false)
    if (failure !== null) return setError(failure)
    onClosed()
    await reload()
    onDone()
    await showToast('success', `Return ${of.number} is refused`)
  }
  return (
    <ConfirmDialog
      title={`Refuse return ${of.number}?`}
      action="Refuse return"
      busy={isBusy}
      error={error}
      onEdit={() => setError(undefined)}
      onConfirm={refuse}
      onCancel={onClosed}
    >
      <Field label="Reason" hint={`${of.buyer} reads it in a mail and on the order’s page.`}>
        {(aria) => (
          <textarea
            {...aria}
            className="field-input"
            rows={3}
            maxLength={200}
            value={refusal}
            onChange={({ currentTarget }) => setRefusal(currentTarget.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
