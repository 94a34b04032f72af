import { type ReactNode, useState } from 'react'
import { href, Link } from 'react-router'
import { cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import { saveDocumentsOf } from '#shop/documents/documents-client.ts'
import { reorderState } from '#shop/list-store/reorder.ts'
import { type Order, overPaymentLimit } from '#shop/orders/order.ts'
import { dueTogether, payableLines, unpaidLines } from '#shop/orders/order-contents.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'
import { Selected } from '#web/lists/list-selection.tsx'
import { CancelSelectedDialog } from './cancel-selected-dialog.tsx'
import { PayTogether } from './pay-together.tsx'

// Orders are cancelled one by one, and the shop limits cancellations per minute.
const MAX_CANCELLED = 50

type SelectedOrdersProps = {
  orders: Order[]
  onClear: () => void
  /** Receives one line per order once the cancellations have ended. */
  onCancelled: (results: string[]) => void
  children: ReactNode
}

/** The bulk actions for selected orders: pay, cancel, download. They take the place of the filters. */
export function SelectedOrders({ orders, onClear, onCancelled, children }: SelectedOrdersProps) {
  const [isCancelling, setCancelling] = useState(false)
  const payable = orders.filter((order) => payableLines(order).length > 0)
  const cancellable = orders.filter((order) => unpaidLines(order).length > 0)
  const documents = useSave(() => saveDocumentsOf(orders.map(({ _id }) => _id)))
  const open = dueTogether(payable)
  // What the button asks for; of others, what they cost.
  const total =
    payable.length === orders.length
      ? open
      : cents(orders.reduce((sum, order) => sum + dollarsToCents(order.total), 0))
  const overLimit = overPaymentLimit(open)
  return (
    <>
      <Selected
        label="Selected orders"
        text={`${orders.length} selected, ${formatDollars(total)}`}
        onClear={onClear}
      >
        {children}
        {payable.length > 0 && payable.length === orders.length && overLimit === null && (
          <PayTogether text="Pay selected" find={async () => payable} />
        )}
        {cancellable.length > 0 && cancellable.length <= MAX_CANCELLED && (
          <Button variant="quiet" onClick={() => setCancelling(true)}>
            Cancel selected
          </Button>
        )}
        <Link
          to={href('/order-list')}
          state={reorderState(orders.flatMap(({ lines }) => lines))}
          className={buttonVariant.quiet}
        >
          Order selected again
        </Link>
        <Button variant="quiet" busy={documents.busy} onClick={documents.save}>
          Download documents
        </Button>
        {payable.length > 0 && overLimit !== null && <small>{overLimit}</small>}
        {cancellable.length > MAX_CANCELLED && (
          <small>At most {MAX_CANCELLED} orders can be cancelled at once.</small>
        )}
      </Selected>
      {isCancelling && (
        <CancelSelectedDialog
          orders={cancellable}
          onClosed={() => setCancelling(false)}
          onCancelled={onCancelled}
        />
      )}
    </>
  )
}
