import { useState } from 'react'
import type { OrderDetails } from '#shop/orders/order.ts'
import {
  type ChoosableLine,
  PiecesFields,
  readPieces,
  type TypedPieces,
} from '#shop/pieces/pieces-fields.tsx'
import { type ReturnReason, reasonTexts } from '#shop/returns/return-request.ts'
import { ChoiceField, LongInputField } from '#ui/forms/input-field.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import { type OrderReturns, returnsApi } from './returns-client.ts'

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
  const lines = returnable.flatMap(({ _id, quantity }): ChoosableLine[] => {
    const line = order.lines.find((line) => line._id === _id)
    return line ? [{ ...line, most: quantity }] : []
  })
  const send = () => {
    const pieces = readPieces(lines, typed)
    if (pieces === null) return 'Correct the quantities'
    if (pieces.length === 0) return 'Type how many pieces you want to send back'
    if (reason === '') return 'Choose a reason'
    const json = { order: order._id, reason, lines: pieces, note: note.trim() || undefined }
    return returnsApi.returns.$post({ json })
  }
  return (
    <SendDialog
      title="Return tools"
      action="Request return"
      isHarmless
      send={send}
      message="We received your request and answer by mail"
      onClosed={onClosed}
    >
      <p>How many pieces do you want to send back?</p>
      <PiecesFields lines={lines} typed={typed} onType={setTyped} />
      <ChoiceField
        label="Reason"
        value={reason}
        options={[['', 'Choose …'], ...Object.entries(reasonTexts)]}
        onValue={(reason) => setReason(reason as ReturnReason)}
      />
      <LongInputField
        label="Note"
        hint="If you like, what is wrong with them"
        maxLength={500}
        value={note}
        onValue={setNote}
      />
    </SendDialog>
  )
}
