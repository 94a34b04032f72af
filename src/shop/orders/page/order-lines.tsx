import { type ReactNode, useId } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import {
  lineCan,
  lineTotal,
  type OrderDetails,
  type OrderLine,
  overPaymentLimit,
} from '#shop/orders/order.ts'
import { isOfSeveral, refundedText, shippedText } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { BEFORE_TAX } from '#shop/tax/amount-details.ts'
import { buttonVariant } from '#ui/button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type OrderLinesProps = {
  order: OrderDetails
  by: 'buyer' | 'admin'
  onCancel: (line: OrderLine) => void
}

/** The lines of an order with their prices, and their sum with tax. */
export function OrderLines({ order, by, onCancel }: OrderLinesProps) {
  const isSeveral = isOfSeveral(order)
  // An order above the limit of one payment is paid line by line.
  const isPaidByLine = by === 'buyer' && overPaymentLimit(dollarsToCents(order.open)) !== null
  return (
    <table className={isSeveral ? 'order-lines order-lines-several' : 'order-lines'}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          {isSeveral && <th scope="col">Status</th>}
          <th scope="col">Quantity</th>
          <th scope="col">Price each</th>
          <th scope="col">Total{order.tax > 0 && <small> {BEFORE_TAX}</small>}</th>
          {isSeveral && (
            <th scope="col" className="order-line-actions">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Line key={line._id} line={line} order={order} hasStatus={isSeveral}>
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
      <tfoot>
        {order.tax !== 0 && (
          <>
            <Sum name="Net" dollars={order.net} span={isSeveral} />
            <Sum name="Tax" dollars={order.tax} span={isSeveral} />
          </>
        )}
        <Sum name="Total" dollars={order.total} span={isSeveral} className="order-sum-total" />
        {order.refunded !== undefined && (
          <>
            <Sum name="Refunded" dollars={-order.refunded} span={isSeveral} />
            <Sum name="After refunds" dollars={order.total - order.refunded} span={isSeveral} />
          </>
        )}
        {order.open !== 0 && order.open !== order.total && (
          <Sum name="Still to pay" dollars={order.open} span={isSeveral} />
        )}
      </tfoot>
    </table>
  )
}

type LineProps = {
  line: OrderLine
  order: OrderDetails
  hasStatus: boolean
  children: (id: string) => ReactNode
}

function Line({ line, order, hasStatus, children }: LineProps) {
  const id = useId()
  const refunded = refundedText(line)
  return (
    <tr data-status={line.status}>
      <th scope="row" id={id}>
        <KeepUnits text={line.productName} />
        <span className="order-line-note">SKU {line.sku}</span>
        {order.parcels.length > 0 && line.status === 'paid' && (
          <span className="order-line-note">{shippedText(line, order)}</span>
        )}
        {refunded && <span className="order-line-note">{refunded}</span>}
      </th>
      {hasStatus && (
        <td data-label="Status">
          <OrderStatusBadge status={line.status} />
        </td>
      )}
      <td data-label="Quantity">{line.quantity.toLocaleString('en-US')}</td>
      <td data-label="Price each">{formatDollars(dollarsToCents(line.perPrice))}</td>
      <td data-label="Total">{formatDollars(lineTotal(line))}</td>
      {hasStatus && <td className="order-line-actions">{children(id)}</td>}
    </tr>
  )
}

type SumProps = { name: string; dollars: number; span: boolean; className?: string }

function Sum({ name, dollars, span, className }: SumProps) {
  return (
    <tr className={className}>
      <th scope="row" colSpan={span ? 4 : 3}>
        {name}
      </th>
      <td>{formatDollars(dollarsToCents(dollars))}</td>
      {span && <td className="order-line-actions" />}
    </tr>
  )
}
