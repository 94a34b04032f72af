import { href, Link } from 'react-router'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import {
  isOfSeveral,
  lastCancelledAt,
  namingTool,
  referencesOf,
  toolsText,
} from '#shop/orders/order-contents.ts'
import { OrderStatusBadge, RefundedNote } from '#shop/orders/order-status-badge.tsx'
import { ShippingBadge } from '#shop/pieces/shipping-badge.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import { Image } from '#ui/image.tsx'
import type { Selection } from '#web/lists/list-selection.tsx'
import type { RowPanel } from './order-columns.ts'

type BuyerNameProps = { name: string; email: string; company?: Order['company'] }

/** A buyer's name, and the company and e-mail beneath it where there is room. */
export function BuyerName({ name, email, company }: BuyerNameProps) {
  const beneath = company ? `${company.name}, ${email}` : email
  return (
    <span className="order-buyer-parts min-w-0" title={`${name}, ${beneath}`}>
      <span className="order-buyer-name">{name}</span>{' '}
      <small className="order-buyer-email truncate">{beneath}</small>
    </span>
  )
}

export const rowLinkId = (number: string) => `row-${number}`

type NumberCellProps = {
  order: Order
  id: string
  selection?: Pick<Selection, 'has' | 'toggle'> | undefined
  panel?: RowPanel | undefined
}

/** The row header: the order's number as a link to its panel or its page, with a checkbox if it can be selected. */
export function NumberCell({ order, id, selection, panel }: NumberCellProps) {
  return (
    <th scope="row" className="order-number" id={id}>
      {selection && (
        <label className="order-select no-print">
          <input
            type="checkbox"
            aria-label={`Select order ${order.number}`}
            checked={selection.has(order._id)}
            onChange={() => selection.toggle(order._id)}
          />
        </label>
      )}
      {panel ? (
        <Link id={rowLinkId(order.number)} to={panel.pathOf(order)} {...panel.navigation}>
          {order.number}
        </Link>
      ) : (
        <Link to={href('/dashboard/orders/:id', { id: order.number })}>{order.number}</Link>
      )}
    </th>
  )
}

type ProductCellProps = {
  order: Order
  /** Whether the PO number stands beside it, and not in a column. */
  withPo: boolean
  /** Whether the company stands beside it, and not with the buyer. */
  withCompany: boolean
  id: string
  isOpen: boolean
  onToggle: () => void
}

/** The tool of an order; of several, how many more, with the button that shows them. */
export function ProductCell(props: ProductCellProps) {
  const { order, withPo, withCompany, id, isOpen, onToggle } = props
  const { line, more } = namingTool(order)
  const isSeveral = isOfSeveral(order)
  const references = withPo ? referencesOf(order).map(({ note }) => note) : []
  const company = withCompany && order.company?.name
  const note = [!isSeveral && line?.sku, ...references, company].filter(Boolean).join(' · ')
  const text = toolsText(order)
  return (
    <td className="order-product">
      <span className="row-product line min-w-0 gap-10">
        <LineImage line={line} />
        <span className="order-contents" title={note ? `${text}, ${note}` : text}>
          {isSeveral ? (
            <>
              <button
                type="button"
                className="order-tools from-640 hover-underline font-600"
                aria-expanded={isOpen}
                aria-describedby={id}
                onClick={onToggle}
              >
                <span>{line?.productName}</span>{' '}
                <span className="unbroken">
                  {more} <Icon path="M6 9l6 6 6-6" />
                </span>
              </button>
              <span className="order-tools-text">{text}</span>
            </>
          ) : (
            <span>{text}</span>
          )}{' '}
          <small className="row-note soft unbroken text-13 font-400">{note}</small>
        </span>
      </span>
    </td>
  )
}

/** The image of a line's product, which its name stands beside. */
export function LineImage({ line }: { line: OrderLine | undefined }) {
  if (!line) return null
  return <Image imgURL={line.imgURL} alt="" sizes="3rem" width={48} height={36} background />
}

/** The payment's status and day; for buyers also how far the shipments are. */
export function PaymentCell({ order, by }: { order: Order; by: 'buyer' | 'admin' }) {
  const day = order.heldUntil ?? (order.status === 'cancelled' && lastCancelledAt(order))
  return (
    <td className="order-payment">
      <span className="order-payment-parts flex items-center min-w-0 flex-wrap">
        <OrderStatusBadge status={order.status} />
        <RefundedNote order={order} />
        {/* A buyer’s paid order is to be packed. */}
        {(by === 'admin' || order.shipping !== 'to-pack') && <ShippingBadge state={order.shipping} />}
        {day && (
          <small className="order-payment-day truncate">
            {order.heldUntil && 'until '}
            <DateTime iso={day} dayOnly="short" />
          </small>
        )}
      </span>
    </td>
  )
}
