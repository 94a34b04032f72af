import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import type { OrderRefunds as Refunds } from '#shop/refunds/order-refunds.server.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { useChange } from '#web/use-change.ts'
import type { RefundStart } from './refund-form.ts'
import { refundsApi } from './refunds-client.ts'

type Refund = Refunds['refunds'][number]

const badges = {
  pending: ['status-badge status-badge-warning', 'Pending'],
  succeeded: ['status-badge status-badge-good', 'Succeeded'],
  failed: ['status-badge status-badge-warning', 'Failed'],
  dropped: ['status-badge', 'Dropped'],
} satisfies Record<Refund['state'], [string, string]>

type OrderRefundsProps = {
  order: OrderDetails
  /** Undefined while they load, null when that failed. */
  refunds: Refunds | null | undefined
  onRefund: (start?: RefundStart) => void
  onRepeated: () => void
}

/** For admins: the refunds of an order with their states, and the button that makes one. */
export function OrderRefunds({ order, refunds, onRefund, onRepeated }: OrderRefundsProps) {
  if (refunds === null) return <p>The refunds of this order failed to load.</p>
  if (!refunds || refunds.payments.length === 0) return null
  const unshipped = unshippedOfRefunded(refunds)
  const waiting = unshipped.reduce((sum, { open }) => sum + open, 0)
  const pieces = Object.fromEntries(unshipped.map(({ _id, open }) => [_id, String(open)]))
  return (
    <section className="order-refunds" aria-labelledby="order-refunds">
      <h2 id="order-refunds">Refunds</h2>
      <ul>
        {refunds.refunds.map((refund) => (
          <RefundEntry key={refund._id} refund={refund} order={order} onRepeated={onRepeated} />
        ))}
      </ul>
      {waiting > 0 && (
        <p>
          {waiting === 1
            ? '1 refunded piece waits'
            : `${waiting.toLocaleString('en-US')} refunded pieces wait`}{' '}
          to go back to stock.{' '}
          <Button onClick={() => onRefund({ pieces, reason: 'Back to stock', restock: true })}>
            Take back …
          </Button>
        </p>
      )}
      {refunds.payments.some(isRefundable) && (
        <Button variant="quiet" onClick={() => onRefund()}>
          Refund …
        </Button>
      )}
    </section>
  )
}

type RefundEntryProps = { refund: Refund; order: OrderDetails; onRepeated: () => void }

function RefundEntry({ refund, order, onRepeated }: RefundEntryProps) {
  const [className, text] = badges[refund.state]
  const pieces = refund.lines.flatMap(({ _id, quantity }) => (quantity ? [{ _id, quantity }] : []))
  return (
    <li className="refund-entry surface break-anywhere pre-line">
      <p className="return-head row">
        <strong>{formatDollars(dollarsToCents(refund.total))}</strong>
        <span className={className}>{text}</span>
        <DateTime iso={refund.succeededAt ?? refund.createdAt} dayOnly />
      </p>
      <p>
        {refund.reason}
        {refund.returnNumber && !refund.reason.includes(refund.returnNumber) && (
          <small> Return {refund.returnNumber}</small>
        )}
        {refund.origin === 'provider' && <small> Made at the card provider</small>}
      </p>
      {pieces.length > 0 && (
        <ul>
          {pieces.map(({ _id, quantity }) => (
            <li key={_id}>
              <KeepUnits text={`${quantity.toLocaleString('en-US')} × ${nameOf(order, _id)}`} />
            </li>
          ))}
        </ul>
      )}
      {refund.isRepeatable && (
        <RepeatButton paymentId={refund.paymentId} refundId={refund._id} onRepeated={onRepeated}>
          Refund again
        </RepeatButton>
      )}
    </li>
  )
}

type RepeatButtonProps = {
  paymentId: string
  refundId: string
  children: string
  onRepeated: () => void
}

/** Makes a failed refund again; a second request for it is refused. */
export function RepeatButton({ paymentId, refundId, children, onRepeated }: RepeatButtonProps) {
  const { isBusy, change } = useChange()
  const repeat = () => {
    const call = refundsApi.payments[':id'].refunds[':refundId'].repeat
    const sending = call.$post({ param: { id: paymentId, refundId } })
    return change(sending.finally(onRepeated), 'The refund is on its way again')
  }
  return (
    <Button busy={isBusy} onClick={repeat}>
      {children}
    </Button>
  )
}

/** Whether money or pieces of this order are left; money that is left may belong to other orders. */
export function isRefundable({ left, lines, otherOrders }: Refunds['payments'][number]): boolean {
  if (lines.some(({ open }) => open > 0)) return true
  return left > 0 && (otherOrders.length === 0 || lines.some(({ refundable }) => refundable > 0))
}

/** The lines of which pieces were not shipped although all money of their payment went back. */
function unshippedOfRefunded({ payments }: Refunds) {
  return payments
    .filter(({ left }) => left === 0)
    .flatMap(({ lines }) => lines.filter(({ open }) => open > 0))
}

function nameOf({ lines }: OrderDetails, id: string): string {
  return lines.find(({ _id }) => _id === id)?.productName ?? 'a tool of another order'
}
