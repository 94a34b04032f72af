import { useRef } from 'react'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import { buyerText, isOfSeveral, lineText, unpaidLines } from '#shop/orders/order-contents.ts'
import { type CancelOutcome, sendCancel } from '#shop/orders/page/orders-client.ts'
import { KeepUnits } from '#ui/keep-units.tsx'
import { showToast } from '#ui/toast.ts'
import { DeleteDialog } from '#web/delete-dialog.tsx'
import { type CancelledBy, cancelLineTexts, cancelTexts } from './cancel-texts.ts'

type CancelDialogProps = {
  order: Order
  /** The lines of the order, or one of them; those that are not unpaid stay. */
  lines: OrderLine[]
  by: CancelledBy
  onClosed: () => void
  /** The lines are cancelled or cancelling, and the page's list is up to date. */
  onGone: () => void
}

/** Names the unpaid lines, cancels them once confirmed, and reports the result for order and stock. */
export function CancelDialog({ order, lines, by, onClosed, onGone }: CancelDialogProps) {
  const { done, notRestored } = cancelTexts[by]
  const isLine = isOfSeveral(order) && lines.length === 1
  const { title, action } = isLine ? cancelLineTexts[by] : cancelTexts[by]
  const unpaid = unpaidLines({ lines })
  const outcome = useRef<CancelOutcome>('under-way')
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
      keep={isLine ? 'Keep line' : 'Keep order'}
      remove={async () => {
        outcome.current = await sendCancel(order, unpaid)
      }}
      errorText={() => 'Something went wrong'}
      onClosed={onClosed}
      onDeleted={showOutcome}
    >
      <CancelledLines order={order} lines={unpaid} remaining={lines.length - unpaid.length} by={by} />
    </DeleteDialog>
  )
}

type CancelledLinesProps = { order: Order; lines: OrderLine[]; remaining: number; by: CancelledBy }

function CancelledLines({ order, lines, remaining, by }: CancelledLinesProps) {
  const [line] = lines
  const buyer = by === 'admin' ? ` for ${buyerText(order)} (${order.email})` : ''
  if (line && lines.length === 1) {
    return (
      <p>
        <KeepUnits text={lineText(line)} />
        {buyer}. The payment is cancelled and the quantity returns to stock. This can’t be undone.
      </p>
    )
  }
  return (
    <>
      <p>
        {lines.length} unpaid lines of order {order.number}
        {buyer}:
      </p>
      <ul className="cancelled-lines">
        {lines.map((line) => (
          <li key={line._id}>
            <KeepUnits text={lineText(line)} />
          </li>
        ))}
      </ul>
      <p>
        {remaining > 0 &&
          `${remaining === 1 ? 'The other line stays' : `The other ${remaining} lines stay`}. `}
        The payments are cancelled and the quantities return to stock. This can’t be undone.
      </p>
    </>
  )
}
