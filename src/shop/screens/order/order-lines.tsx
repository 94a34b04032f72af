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
  const hasActions =
    isSeveral && order.lines.some((line) => lineCan.pay(line) || lineCan.cancel(line))
  return (
    <table className={isSeveral ? 'order-lines order-lines-several' : 'order-lines'}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          {isSeveral && <th scope="col">Status</th>}
          <th scope="col">Quantity</th>
          <th scope="col">Price each</th>
          <th scope="col">Total{order.tax > 0 && <small> {BEFORE_TAX}</small>}</th>
          {hasActions && (
            <th scope="col" className="order-line-actions">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Line
            key={line._id}
            line={line}
            order={order}
            hasStatus={isSeveral}
            hasActions={hasActions}
          >
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
            <Sum name="Net" dollars={order.net} hasStatus={isSeveral} hasActions={hasActions} />
            <Sum name="Tax" dollars={order.tax} hasStatus={isSeveral} hasActions={hasActions} />
          </>
        )}
        <Sum
          name="Total"
          dollars={order.total}
          hasStatus={isSeveral}
          hasActions={hasActions}
          className="order-sum-total"
        />
        {order.refunded !== undefined && (
          <>
            <Sum
              name="Refunded"
              dollars={-order.refunded}
              hasStatus={isSeveral}
              hasActions={hasActions}
            />
            <Sum
              name="After refunds"
              dollars={order.total - order.refunded}
              hasStatus={isSeveral}
              hasActions={hasActions}
            />
          </>
        )}
        {order.open !== 0 && order.open !== order.total && (
          <Sum
            name="Still to pay"
            dollars={order.open}
            hasStatus={isSeveral}
            hasActions={hasActions}
          />
        )}
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
  return (
    <tr data-status={line.status}>
      <th scope="row" id={id}>
        <KeepUnits text={line.productName} />
        <span className="order-line-note">SKU {line.sku}</span>
        {line.priceReason && <span className="order-line-note">Price: {line.priceReason}</span>}
        {order.shipments.length > 0 && line.status === 'paid' && (
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
      {hasActions && <td className="order-line-actions">{children(id)}</td>}
    </tr>
  )
}

type SumProps = {
  name: string
  dollars: number
  hasStatus: boolean
  hasActions: boolean
  className?: string
}

function Sum({ name, dollars, hasStatus, hasActions, className }: SumProps) {
  return (
    <tr className={className}>
      <th scope="row" colSpan={hasStatus ? 4 : 3}>
        {name}
      </th>
      <td>{formatDollars(dollarsToCents(dollars))}</td>
      {hasActions && <td className="order-line-actions" />}
    </tr>
  )
}
