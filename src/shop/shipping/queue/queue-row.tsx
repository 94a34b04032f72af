import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { buyerText } from '#shop/orders/order-contents.ts'
import type { QueuedOrderJson } from '#shop/shipping/queue-api.server.ts'
import { shipmentAfter } from '#shop/shipping/shipment.ts'
import { saveShipmentPapers } from '#shop/shipping/shipping-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'
import { useSave } from '#ui/use-save.ts'
import type { ShipmentOfOrder } from './cancel-shipment-dialog.tsx'

type QueueRowProps = {
  order: QueuedOrderJson
  isSelected: boolean
  onToggle: () => void
  onCancel: (shipment: ShipmentOfOrder) => void
}

/** An order of the queue: what is left to pack, its state, and its actions. */
export function QueueRow({ order, isSelected, onToggle, onCancel }: QueueRowProps) {
  const { number, name, company, poNumber, placedAt, country, weight, lines, shipments, blocked } =
    order
  const beneath = [company?.name, poNumber].filter(Boolean).join(' · ')
  const open = lines.reduce((sum, line) => sum + line.open, 0)
  return (
    <tr>
      <th scope="row" className="queue-number">
        <label className="queue-select">
          <input
            type="checkbox"
            aria-label={`Select order ${number}`}
            checked={isSelected}
            onChange={onToggle}
          />
        </label>
        <Link to={href('/dashboard/orders/:id', { id: number })}>{number}</Link>
      </th>
      <td data-label="Ordered" className="queue-date">
        <DateTime iso={placedAt} dayOnly="short" />
      </td>
      <td
        data-label="Buyer"
        className="queue-buyer"
        title={poNumber ? `${buyerText(order)}, PO number ${poNumber}` : buyerText(order)}
      >
        <span className="order-buyer-parts">
          <span className="order-buyer-name truncate">{name}</span>
          {beneath && <small className="order-buyer-email truncate">{beneath}</small>}
        </span>
      </td>
      <td data-label="Country" className="queue-country">
        {country}
      </td>
      <td data-label="Lines" className="col-number queue-lines">
        {lines.length}
      </td>
      <td data-label="To pack" className="col-number">
        {open.toLocaleString('en-US')}
      </td>
      <td data-label="Weight" className="col-number queue-weight">
        {weight ? `${(weight / 1000).toFixed(1)} kg` : ''}
      </td>
      <td data-label="State" className="queue-state">
        {stateOf(order)}
      </td>
      <td className="col-actions">
        <div className="table-actions">
          {shipments.length > 0 && (
            <PopoverButton
              key={shipments.map(({ version }) => version).join()}
              text={`Parcels ${shipments.length}`}
              label={`Parcels of ${number}`}
            >
              <ul className="queue-shipments">
                {shipments.map((shipment) => (
                  <Shipment
                    key={shipment._id}
                    shipment={shipment}
                    onCancel={() => onCancel(shipment)}
                  />
                ))}
              </ul>
            </PopoverButton>
          )}
          {open > 0 && !blocked && <PackLink number={number} text="Pack" />}
        </div>
      </td>
    </tr>
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
