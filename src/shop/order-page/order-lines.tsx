import { type ReactNode, useId } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import {
  lineCan,
  lineTotal,
  type OrderDetails,
  type OrderLine,
  overPaymentLimit,
} from '#shop/orders/order.ts'
import { isOfSeveral, refundedText, shippedText } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { CancelButton } from '#shop/orders/page/cancel-button.tsx'
import { BEFORE_TAX } from '#shop/tax/amount-details.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type OrderLinesProps = {
  order: OrderDetails
  by: 'buyer' | 'admin'
  onCancel: (line: OrderLine) => void
}

export function OrderLines({ order, by, onCancel }: OrderLinesProps) {
  const isSeveral = isOfSeveral(order)
  // An order above the limit of one payment is paid line by line.
  const isPaidByLine = by === 'buyer' && overPaymentLimit(dollarsToCents(order.open)) !== null
  const hasActions = isSeveral && order.lines.some((line) => lineCan.pay(line) || lineCan.cancel(line))
  return (
    <table className="order-lines w-full text-14">
      <thead className="unseen-to-640">
        <tr>
          <th scope="col">Product</th>
          {isSeveral && <th scope="col">Status</th>}
          <th scope="col">Quantity</th>
          <th scope="col">Price each</th>
          <th scope="col">Total{order.tax > 0 && <small> {BEFORE_TAX}</small>}</th>
          {hasActions && (
            <th scope="col" className="order-line-actions no-print">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Line key={line._id} line={line} order={order} hasStatus={isSeveral} hasActions={hasActions}>
            {(id) => (
              <>
                {isPaidByLine && lineCan.pay(line) && (
                  <Link
                    to={href('/dashboard/orders/payment/:id', { id: line._id })}
                    className={buttonVariant.quiet}
                    aria-describedby={id}
                  >
                    Pay
                  </Link>
                )}
                {lineCan.cancel(line) && (
                  <CancelButton
                    lines={[line]}
                    text={by === 'admin' ? 'Delete' : 'Cancel'}
                    describedBy={id}
                    onPress={() => onCancel(line)}
                  />
                )}
              </>
            )}
          </Line>
        ))}
      </tbody>
      <tfoot className="border-top">
        {sumsOf(order).map(({ name, dollars }) => (
          <tr key={name} className={name === 'Total' ? 'order-sum-total' : undefined}>
            <th scope="row" colSpan={isSeveral ? 4 : 3}>
              {name}
            </th>
            <td>{formatDollars(dollarsToCents(dollars))}</td>
            {hasActions && <td className="from-640 no-print" />}
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

type LineProps = {
  line: OrderDetails['lines'][number]
  order: OrderDetails
  hasStatus: boolean
  hasActions: boolean
  children: (id: string) => ReactNode
}

function Line({ line, order, hasStatus, hasActions, children }: LineProps) {
  const id = useId()
  const refunded = refundedText(line)
  const isSent = order.shipments.length > 0 && line.status === 'paid'
  const shipped = isSent ? shippedText(line, order) : undefined
  return (
    <tr data-status={line.status}>
      <th scope="row">
        <span className="flex items-center gap-12">
          <span className="shrink-0 no-print">
            <Image imgURL={line.imgURL} alt="" sizes="3rem" width={48} height={36} background />
          </span>
          <span id={id}>
            <KeepUnits text={line.productName} />
            <small>SKU {line.sku}</small>
            {line.priceReason && <small>Price: {line.priceReason}</small>}
            {!hasStatus && shipped && <small>{shipped}</small>}
            {refunded && <small>{refunded}</small>}
          </span>
        </span>
      </th>
      {hasStatus && <td data-label="Status">{shipped ?? <OrderStatusBadge status={line.status} />}</td>}
      <td data-label="Quantity">{line.quantity.toLocaleString('en-US')}</td>
      <td data-label="Price each">{formatDollars(dollarsToCents(line.perPrice))}</td>
      <td data-label="Total">{formatDollars(lineTotal(line))}</td>
      {hasActions && <td className="order-line-actions no-print">{children(id)}</td>}
    </tr>
  )
}

/** What the lines cost together, and what of it was refunded or is still to pay. */
function sumsOf({ net, tax, total, refunded, open }: OrderDetails) {
  const sums = [{ name: 'Total', dollars: total }]
  if (tax !== 0) sums.unshift({ name: 'Net', dollars: net }, { name: 'Tax', dollars: tax })
  if (refunded !== undefined) {
    sums.push({ name: 'Refunded', dollars: -refunded }, { name: 'After refunds', dollars: total - refunded })
  }
  if (open !== 0 && open !== total) sums.push({ name: 'Still to pay', dollars: open })
  return sums
}
