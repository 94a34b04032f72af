import { useState } from 'react'
import { answerOf } from '#platform/http/api/rest-client.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { LongInputField } from '#ui/forms/input-field.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import { returnsApi } from './returns-client.ts'

export type ReturnDialogProps = {
  of: Return
  /** Passes on the return as it is after the change. */
  after: (sending: Promise<Return>) => Promise<void>
  onClosed: () => void
  onDone: () => void
}

export function RefuseReturnDialog({ of, after, onClosed, onDone }: ReturnDialogProps) {
  const [refusal, setRefusal] = useState('')
  const refuse = () => {
    if (refusal.trim() === '') return 'Say why'
    const json = { version: of.version, refusal: refusal.trim() }
    return after(answerOf(returnsApi.returns[':id'].refuse.$post({ param: { id: of._id }, json })))
  }
  return (
    <SendDialog
      title={`Refuse return ${of.number}?`}
      action="Refuse return"
      send={refuse}
      message={`Return ${of.number} is refused`}
      onClosed={onClosed}
      onSent={onDone}
    >
      <LongInputField
        label="Reason"
        hint={`${of.buyer} reads it in a mail and on the order’s page.`}
        maxLength={200}
        value={refusal}
        onValue={setRefusal}
      />
    </SendDialog>
  )
}
