import { useId, useState } from 'react'
import { Link } from 'react-router'
import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { lineCan, type Order, type OrderLine } from '#shop/orders/order.ts'
import { isOfSeveral, payableLines, paymentPath } from '#shop/orders/order-contents.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { RowDetailsCell } from '#ui/lists/row-details-cell.tsx'
import { BuyerName } from './buyer-name.tsx'
import { LineRow } from './line-row.tsx'
import {
  AmountCells,
  NumberCell,
  type OrderSelection,
  PaymentCell,
  ProductCell,
} from './order-cells.tsx'

type OrderRowProps = {
  order: Order
  by: 'buyer' | 'admin'
  selection?: OrderSelection | undefined
  /** Asks whether to cancel these lines: all of the order, or one. */
  onCancel: (lines: OrderLine[]) => void
}

/**
 * An order in a list (product 4.2). One of several tools opens to its lines; on phones, tapping any
 * order shows the details.
 */
export function OrderRow({ order, by, selection, onCancel }: OrderRowProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen(!isOpen)
  const { lines } = order
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <NumberCell order={order} id={id} selection={selection} />
        <td className="order-date">
          <DateTime iso={order.placedAt} dayOnly />
        </td>
        <ProductCell order={order} id={id} isOpen={isOpen} onToggle={toggle} />
        {by === 'admin' && (
          <td data-label="Buyer" className="order-buyer">
            <BuyerName name={order.name} email={order.email} />
          </td>
        )}
        <AmountCells order={order} />
        <PaymentCell order={order} />
        <td className="col-actions">
          <div className="table-actions">
            {by === 'buyer' && order.status !== 'cancelled' && (
              <PayButton order={order} describedBy={id} />
            )}
            {(by === 'admin' || lines.some(lineCan.cancel)) && (
              <CancelButton
                lines={lines}
                text={by === 'admin' ? 'Delete' : 'Cancel'}
                describedBy={id}
                onPress={() => onCancel(lines)}
              />
            )}
          </div>
        </td>
        <RowDetailsCell of={`order ${order.number}`} isOpen={isOpen} onToggle={toggle} />
      </tr>
      {isOpen &&
        isOfSeveral(order) &&
        lines.map((line) => (
          <LineRow key={line._id} line={line} by={by} onCancel={() => onCancel([line])} />
        ))}
    </>
  )
}

function PayButton({ order, describedBy }: { order: Order; describedBy: string }) {
  if (payableLines(order).length === 0) {
    return (
      <Button variant="quiet" disabled aria-describedby={describedBy}>
        Pay
      </Button>
    )
  }
  return (
    <Link to={paymentPath(order)} className={buttonVariant.primary} aria-describedby={describedBy}>
      Pay
    </Link>
  )
}
