import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { cents, dollarsToCents, formatDollars } from '#platform/money.ts'
import { saveDocumentsOf } from '#shop/documents/documents-client.ts'
import { useSave } from '#shop/documents/order-documents.tsx'
import { reorderState } from '#shop/order-list/store/reorder.ts'
import { type Order, overPaymentLimit } from '#shop/orders/order.ts'
import { payableLines, unpaidLines } from '#shop/orders/order-contents.ts'
import { startPayment } from '#shop/payments/payments-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { CancelSelectedDialog } from './cancel-selected-dialog.tsx'

// Orders are cancelled one by one, and the shop limits cancellations per minute.
const MAX_CANCELLED = 50

type SelectedOrdersProps = {
  orders: Order[]
  onClear: () => void
  /** Receives one line per order once the cancellations have ended. */
  onCancelled: (results: string[]) => void
}

/** The bulk actions for selected orders: pay, cancel, download. */
export function SelectedOrders({ orders, onClear, onCancelled }: SelectedOrdersProps) {
  const [isCancelling, setCancelling] = useState(false)
  const payable = orders.filter((order) => payableLines(order).length > 0)
  const cancellable = orders.filter((order) => unpaidLines(order).length > 0)
  const documents = useSave(() => saveDocumentsOf(orders.map(({ _id }) => _id)))
  const total = cents(orders.reduce((sum, order) => sum + dollarsToCents(order.net), 0))
  const open = cents(orders.reduce((sum, order) => sum + dollarsToCents(order.open), 0))
  const overLimit = overPaymentLimit(open)
  return (
    <section className="selected-orders" aria-label="Selected orders">
      <p role="status">
        {orders.length} selected, {formatDollars(total)}
      </p>
      {payable.length > 0 && payable.length === orders.length && overLimit === null && (
        <PayTogether orders={payable} />
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
        Documents (ZIP)
      </Button>
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {payable.length > 0 && overLimit !== null && <small>{overLimit}</small>}
      {cancellable.length > MAX_CANCELLED && (
        <small>At most {MAX_CANCELLED} orders can be cancelled at once.</small>
      )}
      {isCancelling && (
        <CancelSelectedDialog
          orders={cancellable}
          onClosed={() => setCancelling(false)}
          onCancelled={onCancelled}
        />
      )}
    </section>
  )
}

function PayTogether({ orders }: { orders: Order[] }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    try {
      await navigate(await startPayment(orders.map(({ _id }) => _id)))
    } catch (error) {
      const refusal = error instanceof RestRefusal ? error.message : undefined
      await showToast('error', refusal ?? 'The payment could not be started.')
    }
    setBusy(false)
  }
  return (
    <Button variant="primary" busy={busy} onClick={pay}>
      Pay selected
    </Button>
  )
}
