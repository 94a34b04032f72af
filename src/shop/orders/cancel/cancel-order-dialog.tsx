import { useRef } from 'react'
import type { OrderLine } from '#shop/orders/order.ts'
import { type CancelOutcome, sendCancel } from '#shop/orders/orders-client.ts'
import { DeleteDialog } from '#shop/page/delete-dialog.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { showToast } from '#ui/toast.ts'
import { type CancelledBy, cancelTexts } from './cancel-texts.ts'

type CancelOrderDialogProps = {
  order: OrderLine
  by: CancelledBy
  onClosed: () => void
  /** The order is cancelled or cancelling, and the page's list is up to date. */
  onGone: () => void
}

/**
 * Asks for confirmation, cancels an unpaid order, and reports the result for the order and its
 * stock.
 */
export function CancelOrderDialog({ order, by, onClosed, onGone }: CancelOrderDialogProps) {
  const { title, action, done, notRestored } = cancelTexts[by]
  const outcome = useRef<CancelOutcome>('under-way')
  const cancel = async () => {
    outcome.current = await sendCancel(order)
  }
  const showOutcome = () => {
    onGone()
    if (outcome.current === 'restored') void showToast('success', done)
    else if (outcome.current === 'not-restored') void showToast('error', notRestored)
    // The list tracks the order and reports its result.
    else void showToast('success', 'The cancellation is under way. This page updates by itself.')
  }
  return (
    <DeleteDialog
      title={title}
      action={action}
      keep="Keep order"
      remove={cancel}
      faultText={() => 'Something went wrong'}
      onClosed={onClosed}
      onDeleted={showOutcome}
    >
      <p>
        <KeepUnits
          text={`${order.quantity.toLocaleString('en-US')} × ${order.productName} (${order.sku})`}
        />
        {by === 'admin' && ` for ${order.name} (${order.email})`}. The payment is cancelled and the
        quantity returns to stock. This can’t be undone.
      </p>
    </DeleteDialog>
  )
}
