import { useId, useState } from 'react'
import { href, Link } from 'react-router'
import { OrderDocuments } from '#shop/documents/order-documents.tsx'
import { AfterSale } from '#shop/order-page/after-sale.tsx'
import { OrderShipments } from '#shop/order-page/order-shipments.tsx'
import { OrderTimeline } from '#shop/order-page/order-timeline.tsx'
import type { Order, OrderDetails } from '#shop/orders/order.ts'
import { OrderFacts } from '#shop/orders/order-facts.tsx'
import { OrderStatusBadge, RefundedNote } from '#shop/orders/order-status-badge.tsx'
import { CancelButton } from '#shop/orders/page/cancel-button.tsx'
import { CancelDialog } from '#shop/orders/page/cancel-dialog.tsx'
import { PackLink } from '#shop/pieces/pack-link.tsx'
import { ShippingBadge } from '#shop/pieces/shipping-badge.tsx'
import { buttonVariant } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { isNotFound } from '#web/page-error.tsx'
import { OrderNotes } from './order-notes.tsx'
import { PanelLines } from './panel-lines.tsx'
import { useOrderDetails } from './use-order-details.ts'

type PanelContentsProps = {
  number: string
  /** The order as the list has it, shown until its details are there. */
  row: Order | undefined
  loaded: unknown
  /** The numbers of the orders beside it in the list, which are loaded ahead. */
  neighbours: string[]
  /** Called after its lines were cancelled. */
  onGone: () => void
}

/** Everything about an order that an admin works with. */
export function PanelContents(props: PanelContentsProps) {
  const { number, row, loaded, neighbours, onGone } = props
  const { value: details, error, isLoading, retry } = useOrderDetails(number, loaded, neighbours)
  const [isCancelling, setCancelling] = useState(false)
  const order = details?.order ?? row
  if (error !== undefined) {
    return isNotFound(error) ? (
      <p>There is no such order.</p>
    ) : (
      <LoadFailure text="The order failed to load." error={error} onRetry={retry} />
    )
  }
  if (!order) return <Spinner label="Loading the order" />
  return (
    <div className="order-panel-parts text-14 grid" aria-busy={isLoading || undefined}>
      <PanelActions order={order} details={details?.order} onDelete={() => setCancelling(true)} />
      <OrderFacts order={order} by="admin" isCopyable />
      <PanelLines order={order} shipments={details?.order.shipments} />
      {details && (
        <>
          <OrderShipments order={details.order} />
          <AfterSale order={details.order} returns={details.returns} by="admin" />
          <OrderNotes number={number} first={details.notes} />
          <OrderDocuments documents={details.documents} />
          <OrderTimeline order={details.order} />
        </>
      )}
      {isCancelling && (
        <CancelDialog
          order={order}
          lines={order.lines}
          by="admin"
          onClosed={() => setCancelling(false)}
          onGone={onGone}
        />
      )}
    </div>
  )
}

type PanelActionsProps = {
  order: Order
  /** Undefined until they are loaded. */
  details: OrderDetails | undefined
  onDelete: () => void
}

/** The states of an order, and what an admin may do with it; further actions join the row. */
function PanelActions({ order, details, onDelete }: PanelActionsProps) {
  const id = useId()
  const isBlocked = order.address === ''
  return (
    <div>
      <p className="buttons" id={id}>
        <OrderStatusBadge status={order.status} />
        <RefundedNote order={order} />
        <ShippingBadge state={details?.shipping} />
        {isBlocked && <span className="status-badge status-badge-warning">Blocked: no address</span>}
      </p>
      <div className="mt-8 buttons">
        <PackLink order={order} toShip={details?.toShip ?? 0} />
        <CancelButton lines={order.lines} text="Delete" describedBy={id} onPress={onDelete} />
        <Link to={href('/dashboard/orders/:id', { id: order.number })} className={buttonVariant.quiet}>
          Order page
        </Link>
      </div>
    </div>
  )
}
