import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { buyerText } from '#shop/orders/order-contents.ts'
import type { QueuedOrderJson } from '#shop/shipping/queue-api.server.ts'
import { shipmentAfter } from '#shop/shipping/shipment.ts'
import { saveShipmentPapers } from '#shop/shipping/shipping-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import type { Column } from '#ui/lists/responsive-table.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'
import { useSave } from '#ui/use-save.ts'
import type { Selection } from '#web/lists/list-selection.tsx'
import type { ShipmentOfOrder } from './cancel-shipment-dialog.tsx'

/** The columns of the queue: an order, what is left to pack, its state, and its actions. */
export const queueColumns = (
  selection: Pick<Selection, 'has' | 'toggle'>,
  onCancel: (shipment: ShipmentOfOrder) => void,
): Column<QueuedOrderJson>[] => [
  {
    head: 'Order',
    width: '8.75rem',
    subject: ({ _id, number }) => (
      <>
        <label className="queue-select place-center">
          <input
            type="checkbox"
            aria-label={`Select order ${number}`}
            checked={selection.has(_id)}
            onChange={() => selection.toggle(_id)}
          />
        </label>
        <Link to={href('/dashboard/orders/:id', { id: number })}>{number}</Link>
      </>
    ),
  },
  {
    head: 'Ordered',
    className: 'queue-date',
    width: '4.5rem',
    cell: ({ placedAt }) => <DateTime iso={placedAt} dayOnly="short" />,
  },
  {
    head: 'Buyer',
    className: 'queue-buyer',
    title: (order) => `${buyerText(order)}${order.poNumber ? `, PO number ${order.poNumber}` : ''}`,
    cell: buyerCell,
  },
  { head: 'Country', className: 'queue-country', width: '5.5rem', cell: ({ country }) => country },
  {
    head: 'Lines',
    className: 'queue-lines',
    width: '3.25rem',
    number: ({ lines }) => lines.length,
  },
  { head: 'To pack', width: '4.5rem', number: openPieces },
  {
    head: 'Weight',
    className: 'queue-weight',
    width: '4.5rem',
    number: ({ weight }) => (weight ? `${(weight / 1000).toFixed(1)} kg` : ''),
  },
  { head: 'State', className: 'queue-state', width: '20%', cell: stateOf },
  {
    width: '10.5rem',
    actions: (order) => {
      const { number, shipments, blocked } = order
      return (
        <>
          {shipments.length > 0 && (
            <PopoverButton
              key={shipments.map(({ version }) => version).join()}
              text={`Parcels ${shipments.length}`}
              label={`Parcels of ${number}`}
            >
              <ul className="queue-shipments grid gap-12">
                {shipments.map((shipment) => (
                  <Shipment key={shipment._id} shipment={shipment} onCancel={() => onCancel(shipment)} />
                ))}
              </ul>
            </PopoverButton>
          )}
          {openPieces(order) > 0 && !blocked && <PackLink number={number} text="Pack" />}
        </>
      )
    },
  },
]

const openPieces = ({ lines }: QueuedOrderJson) => lines.reduce((sum, { open }) => sum + open, 0)

function buyerCell({ name, company, poNumber }: QueuedOrderJson) {
  const beneath = [company?.name, poNumber].filter(Boolean).join(' · ')
  return (
    <span className="order-buyer-parts grid min-w-0">
      <span className="order-buyer-name truncate">{name}</span>
      {beneath && <small className="order-buyer-email truncate">{beneath}</small>}
    </span>
  )
}

function PackLink({ number, text }: { number: string; text: string }) {
  return (
    <Link
      to={withQuery(href('/dashboard/shipping/pack'), { order: number })}
      className={buttonVariant.primary}
      aria-label={`${text} ${number}`}
    >
      {text}
    </Link>
  )
}

type ShipmentProps = { shipment: QueuedOrderJson['shipments'][number]; onCancel: () => void }

function Shipment({ shipment, onCancel }: ShipmentProps) {
  const { number, status, carrier, cancelReason } = shipment
  const papers = useSave(() => saveShipmentPapers(shipment))
  if (status === 'cancelled') {
    return (
      <li>
        <span>
          <strong>{number}</strong> cancelled: {cancelReason}
        </span>
      </li>
    )
  }
  return (
    <li>
      <span>
        <strong>{number}</strong> {status}
        {carrier && ` with ${carrier}`}
      </span>
      <span className="table-actions">
        {shipmentAfter(shipment, 'ship') && <PackLink number={number} text="Ship" />}
        <Button variant="quiet" busy={papers.busy} onClick={papers.save}>
          Packing slip (PDF)
        </Button>
        <Button variant="danger" onClick={onCancel}>
          Cancel parcel
        </Button>
      </span>
    </li>
  )
}

/** How long ago something was, in its largest unit. */
function ageText(iso: string): string {
  const hours = Math.floor((Date.now() - Date.parse(iso)) / 3_600_000)
  if (hours < 1) return 'less than 1 h'
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

function stateOf({ packer, blocked, refunded, placedAt, shipments }: QueuedOrderJson): string {
  if (refunded === 'in-shipment') return 'Refunded: cancel its packed parcel and put the tools back'
  if (refunded === 'on-shelf') return 'Refunded: take the pieces back to stock on its page'
  if (blocked) return 'No address: the buyer’s account was deleted'
  if (packer) return `${packer} is packing`
  const packed = shipments.filter(({ status }) => status === 'packed').length
  if (packed > 0) return packed === 1 ? 'A parcel waits for its carrier' : `${packed} parcels wait`
  const shipped = shipments.filter(({ status }) => status !== 'cancelled').length
  if (shipped === 0) return `Waits ${ageText(placedAt)}`
  return shipped === 1 ? '1 parcel shipped' : `${shipped} parcels shipped`
}
