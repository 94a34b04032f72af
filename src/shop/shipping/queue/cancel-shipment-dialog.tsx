import { useRef, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { sendCancelled } from '#shop/shipping/shipping-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'

export type ShipmentOfOrder = { _id: string; number: string; version: number; status: string }

export function CancelShipmentDialog({
  shipment,
  onClosed,
  onCancelled,
}: {
  shipment: ShipmentOfOrder
  onClosed: () => void
  onCancelled: () => void
}) {
  const { number, status } = shipment
  const hadLeft = status !== 'packed'
  const field = useRef<HTMLInputElement>(null)
  const { reload } = useReload()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    if (hadLeft && reason.trim() === '') {
      setError('Give a reason for cancelling a shipped parcel.')
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await sendCancelled(shipment, hadLeft ? reason : undefined)
    } catch (error) {
      setBusy(false)
      return setError(refusalText(error))
    }
    onClosed()
    await reload()
    onCancelled()
    await showToast('success', `${number} is cancelled`)
  }
  return (
    <ConfirmDialog
      title={`Cancel ${number}?`}
      action="Cancel parcel"
      keep="Keep"
      busy={isBusy}
      onConfirm={confirm}
      onCancel={onClosed}
    >
      <p>
        Its pieces can be packed again.
        {hadLeft &&
          ' The buyer gets a mail. If they are lost, correct the stock of their products afterwards.'}
      </p>
      {hadLeft ? (
        <InputField
          label="Reason"
          hint="Only admins see it"
          error={error}
          ref={field}
          maxLength={200}
          value={reason}
          onValue={setReason}
        />
      ) : (
        error && <p role="alert">{error}</p>
      )}
    </ConfirmDialog>
  )
}
