import { href, Link } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import { LineStatusBadge } from '#shop/orders/line-status-badge.tsx'
import { lineTotal, type OrderLine } from '#shop/orders/order.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Image } from '#ui/image.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'

/** The column headings shared by all lists of orders. */
export const orderColumns = {
  number: { name: 'Order', className: 'order-number' },
  date: { name: 'Date', className: 'order-date' },
  product: { name: 'Product', className: 'order-product' },
  quantity: { name: 'Qty', className: 'col-number order-quantity' },
  total: { name: 'Total', className: 'col-number order-total' },
  payment: { name: 'Payment status', className: 'order-payment' },
  actions: { name: 'Actions', className: 'col-actions' },
}

/** Which orders of a list are selected, and how a row changes that. */
export type OrderSelection = {
  has: (order: OrderLine) => boolean
  toggle: (order: OrderLine) => void
}

type OrderCellsProps = {
  order: OrderLine
  id: string
  note: string
  selection?: OrderSelection | undefined
}

/** The row header: the order's number as a link to its page, the date and the product. */
export function OrderCells({ order, id, note, selection }: OrderCellsProps) {
  return (
    <>
      <th scope="row" className="order-number" id={id}>
        {selection && (
          <label className="order-select">
            <input
              type="checkbox"
              aria-label={`Select order ${order.orderNumber}`}
              checked={selection.has(order)}
              onChange={() => selection.toggle(order)}
            />
          </label>
        )}
        <Link to={href('/dashboard/orders/:id', { id: order._id })}>{order.orderNumber}</Link>
      </th>
      <td className="order-date">
        <DateTime iso={order.createdAt} dayOnly />
      </td>
      <td className="order-product">
        <span className="row-product">
          <Image imgURL={order.imgURL} alt="" sizes="3rem" width={48} height={36} plate />
          <span title={`${order.productName}, ${note}`}>
            {order.productName} <small className="row-note">{note}</small>
          </span>
        </span>
      </td>
    </>
  )
}

/** The quantity, price and total of an order. */
export function AmountCells({ order }: { order: OrderLine }) {
  return (
    <>
      <td data-label="Quantity" className="col-number order-quantity">
        {order.quantity.toLocaleString('en-US')}
      </td>
      <td className="col-number order-total">{formatDollars(lineTotal(order))}</td>
    </>
  )
}

/** The payment's status, and its id at the card provider. */
export function PaymentCell({ order }: { order: OrderLine }) {
  return (
    <td className="order-payment">
      <span className="order-payment-parts">
        <LineStatusBadge order={order} />
        {order.heldUntil && (
          <span className="order-payment-day">
            until <DateTime iso={order.heldUntil} dayOnly />
          </span>
        )}
        {order.cancelledAt && (
          <span className="order-payment-day">
            <DateTime iso={order.cancelledAt} dayOnly />
          </span>
        )}
        {order.transactionId && (
          <CopyableText text={order.transactionId} label="transaction id" tail={4} />
        )}
      </span>
    </td>
  )
}
