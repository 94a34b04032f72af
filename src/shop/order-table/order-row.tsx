import { type MouseEvent, useId, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { dollarsToCents } from '#platform/money.ts'
import { lineCan, type Order, type OrderLine } from '#shop/orders/order.ts'
import { isOfSeveral, orderPieces, payableLines, paymentPath } from '#shop/orders/order-contents.ts'
import { CancelButton } from '#shop/orders/page/cancel-button.tsx'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Selection } from '#web/lists/list-selection.tsx'
import { LineRow } from './line-row.tsx'
import { BuyerName, NumberCell, PaymentCell, ProductCell } from './order-cells.tsx'
import type { OrderColumn, RowPanel } from './order-columns.ts'

type RowDetailsCellProps = {
  /** The subject of the row: "order FW-10428". */
  of: string
  isOpen: boolean
  onToggle: () => void
}

function RowDetailsCell({ of, isOpen, onToggle }: RowDetailsCellProps) {
  return (
    <td className="row-details">
      <button type="button" aria-label={`Details of ${of}`} aria-expanded={isOpen} onClick={onToggle}>
        <Icon path="M6 9l6 6 6-6" />
      </button>
    </td>
  )
}

type OrderRowProps = {
  order: Order
  by: 'buyer' | 'admin'
  columns: readonly OrderColumn[]
  selection?: Pick<Selection, 'has' | 'toggle'> | undefined
  panel?: RowPanel | undefined
  onCancel: (lines: OrderLine[]) => void
}

/** An order in a list (product 4.2). One of several tools opens to its lines; on phones any tap does. */
export function OrderRow(props: OrderRowProps) {
  const { order, by, columns, selection, panel, onCancel } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen(!isOpen)
  const navigate = useNavigate()
  const openPanel = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest('a, button, label') !== null
    if (!panel || isControl || getSelection()?.toString()) return
    void navigate(panel.pathOf(order), panel.navigation)
  }
  const has = (column: OrderColumn) => columns.includes(column)
  return (
    <>
      {/* Keyboard users have the link of the number. */}
      <tr
        data-open={isOpen || undefined}
        aria-current={panel?.number === order.number ? 'true' : undefined}
        onClick={openPanel}
      >
        <NumberCell order={order} id={id} selection={selection} panel={panel} />
        <td className="order-date">
          <DateTime iso={order.placedAt} dayOnly="short" />
        </td>
        <ProductCell
          order={order}
          withPo={!has('po')}
          withCompany={!has('buyer')}
          id={id}
          isOpen={isOpen}
          onToggle={toggle}
        />
        {has('buyer') && (
          <td data-label="Buyer" className="order-buyer">
            <BuyerName name={order.name} email={order.email} company={order.company} />
          </td>
        )}
        {has('po') && (
          <td data-label="PO number" className="order-po" title={order.poNumber}>
            {order.poNumber}
          </td>
        )}
        {has('quantity') && (
          <td data-label="Quantity" className="col-number order-quantity">
            {orderPieces(order).toLocaleString('en-US')}
          </td>
        )}
        <td className="col-number order-total">
          <NetSum net={dollarsToCents(order.net)} isTaxed={order.tax > 0} />
        </td>
        <PaymentCell order={order} by={by} />
        {has('actions') && (
          <td className="col-actions">
            <RowActions order={order} by={by} describedBy={id} onCancel={onCancel} />
          </td>
        )}
        <RowDetailsCell of={`order ${order.number}`} isOpen={isOpen} onToggle={toggle} />
      </tr>
      {isOpen &&
        isOfSeveral(order) &&
        order.lines.map((line) => (
          <LineRow
            key={line._id}
            line={line}
            isTaxed={order.tax > 0}
            by={by}
            columns={columns}
            onCancel={() => onCancel([line])}
          />
        ))}
    </>
  )
}

type RowActionsProps = Pick<OrderRowProps, 'order' | 'by' | 'onCancel'> & { describedBy: string }

function RowActions({ order, by, describedBy, onCancel }: RowActionsProps) {
  const { lines } = order
  return (
    <div className="table-actions">
      {by === 'buyer' && order.status !== 'cancelled' && (
        <PayButton order={order} describedBy={describedBy} />
      )}
      {by === 'buyer' && <TrackLink order={order} describedBy={describedBy} />}
      {(by === 'admin' || lines.some(lineCan.cancel)) && (
        <CancelButton
          lines={lines}
          text={by === 'admin' ? 'Delete' : 'Cancel'}
          describedBy={describedBy}
          onPress={() => onCancel(lines)}
        />
      )}
    </div>
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

/** The carrier's page of an order that was shipped, or the order's own with all shipments. */
function TrackLink({ order, describedBy }: { order: Order; describedBy: string }) {
  const { number, shipping, trackingUrl } = order
  if (shipping === undefined || shipping === 'to-pack') return null
  if (trackingUrl) {
    return (
      <a href={trackingUrl} className={buttonVariant.quiet} aria-describedby={describedBy}>
        Track
      </a>
    )
  }
  return (
    <Link
      to={`${href('/dashboard/orders/:id', { id: number })}#order-shipments`}
      className={buttonVariant.quiet}
      aria-describedby={describedBy}
    >
      Track
    </Link>
  )
}
