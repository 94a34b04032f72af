import { useRef } from 'react'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { showToast } from '#ui/toast.ts'
import type { Order } from './order.ts'
import { sendCancel } from './orders-client.ts'

// To the letter of the specification, odd spelling too (spec 8).
const texts = {
  buyer: {
    title: 'Cancel this order?',
    action: 'Cancel order',
    done: 'Order Canceled Successfully',
    notRestored: 'Order Cenceled but Not update Quantity',
  },
  admin: {
    title: 'Delete this order?',
    action: 'Delete order',
    done: 'Successfully Deleted',
    notRestored: 'Error from the Updated Quantity',
  },
}

type CancelOrderDialogProps = {
  order: Order
  by: keyof typeof texts
  onClosed: () => void
  /** The order is gone, and the page's list knows it. */
  onGone: () => void
}

/** Asks before an unpaid order is cancelled, and says what became of it and of its stock. */
export function CancelOrderDialog({ order, by, onClosed, onGone }: CancelOrderDialogProps) {
  const { title, action, done, notRestored } = texts[by]
  const isRestored = useRef(false)
  const cancel = async () => {
    isRestored.current = (await sendCancel(order)).restored
  }
  const sayGone = () => {
    onGone()
    void (isRestored.current ? showToast('success', done) : showToast('error', notRestored))
  }
  return (
    <DeleteDialog
      title={title}
      action={action}
      keep="Keep order"
      remove={cancel}
      faultText={() => 'Something went wrong'}
      onClosed={onClosed}
      onDeleted={sayGone}
    >
      <p>
        <KeepUnits text={`${order.quantity.toLocaleString('en-US')} × ${order.productName}`} />
        {by === 'admin' && ` for ${order.name} (${order.email})`}. The payment is cancelled and the
        quantity returns to stock. This can’t be undone.
      </p>
    </DeleteDialog>
  )
}
