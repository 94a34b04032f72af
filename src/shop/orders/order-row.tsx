import { useState } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'
import { type Order, orderCan, orderTotal } from './order.ts'
import { OrderStateBadge } from './order-state-badge.tsx'
import { acknowledgeStock, sendCancel } from './orders-client.ts'

/** One of my orders: what, how much, where it stands, and what can be done with it (spec 4). */
export function OrderRow({ order, onCancelled }: { order: Order; onCancelled: () => void }) {
  return (
    <tr>
      <th scope="row">{order.productName}</th>
      <td data-label="Quantity">{order.quantity.toLocaleString('en-US')}</td>
      <td data-label="Total">{formatDollars(orderTotal(order))}</td>
      <td data-label="Payment status">
        <OrderStateBadge order={order} />
        {order.transactionId && <code className="transaction">{order.transactionId}</code>}
      </td>
      <td className="table-actions">
        {orderCan.pay(order) ? (
          <Link to={`/dashboard/orders/payment/${order._id}`} className={buttonLook.primary}>
            Pay
          </Link>
        ) : (
          <Button disabled>Pay</Button>
        )}
        {orderCan.cancel(order) && <CancelButton order={order} onCancelled={onCancelled} />}
      </td>
    </tr>
  )
}

function CancelButton({ order, onCancelled }: { order: Order; onCancelled: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    if (!confirm(`Cancel the order of ${order.quantity} × ${order.productName}?`)) return
    setBusy(true)
    await showToast(...(await cancelInTwoCalls(order)))
    setBusy(false)
    onCancelled()
  }
  return (
    <Button look="danger" busy={isBusy} onClick={cancel}>
      Cancel
    </Button>
  )
}

// The specification's cancel is two calls, and the second may fail alone (spec 8).
async function cancelInTwoCalls(order: Order): Promise<['success' | 'error', string]> {
  try {
    await sendCancel(order._id)
  } catch {
    return ['error', 'Something went wrong']
  }
  try {
    await acknowledgeStock(order.productId, order.quantity)
    return ['success', 'Order Canceled Successfully']
  } catch {
    return ['error', 'Order Cenceled but Not update Quantity']
  }
}
