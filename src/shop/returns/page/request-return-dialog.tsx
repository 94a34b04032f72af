import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import {
  type ChoosableLine,
  PiecesFields,
  readPieces,
  type TypedPieces,
} from '#shop/pieces/pieces-fields.tsx'
import { type ReturnReason, reasonTexts, returnReasons } from '#shop/returns/return-request.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { type OrderReturns, sendReturnRequest } from './returns-client.ts'

type RequestReturnDialogProps = {
  order: OrderDetails
  returnable: OrderReturns['returnable']
  onClosed: () => void
}

/** Asks to send shipped pieces of an order back. */
export function RequestReturnDialog({ order, returnable, onClosed }: RequestReturnDialogProps) {
  const [typed, setTyped] = useState<TypedPieces>({})
  const [reason, setReason] = useState<ReturnReason | ''>('')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { reload } = useReload()
  const lines = returnable.flatMap(({ _id, quantity }): ChoosableLine[] => {
    const line = order.lines.find((line) => line._id === _id)
    return line ? [{ ...line, most: quantity }] : []
  })
  const send = async () => {
    const pieces = readPieces(lines, typed)
    if (pieces === null) return setError('Correct the quantities')
    if (pieces.length === 0) return setError('Type how many pieces you want to send back')
    if (reason === '') return setError('Choose a reason')
    setBusy(true)
    const request = { order: order._id, reason, lines: pieces, note: note.trim() || undefined }
    const failure = await sendReturnRequest(request).then(() => null, refusalText)
    setBusy(false)
    if (failure !== null) return setError(failure)
    onClosed()
    await reload()
    await showToast('success', 'We received your request and answer by mail')
  }
  return (
    <ConfirmDialog
      title="Return tools"
      action="Ask for the return"
      isHarmless
      busy={isBusy}
      error={error}
      onEdit={() => setError(undefined)}
      onConfirm={send}
      onCancel={onClosed}
    >
      <p>How many pieces do you want to send back?</p>
      <PiecesFields lines={lines} typed={typed} onType={setTyped} />
      <Field label="Reason">
        {(aria) => (
          <select
            {...aria}
            className="field-input"
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value as ReturnReason)}
          >
            <option value="">Choose …</option>
            {returnReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonTexts[reason]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Note" hint="If you like, what is wrong with them">
        {(aria) => (
          <textarea
            {...aria}
            className="field-input"
            rows={3}
            maxLength={500}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
