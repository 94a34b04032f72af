import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { shipmentAfter } from '#shop/shipping/shipment.ts'
import { sendDelivered, sendTrackingStatus } from '#shop/shipping/shipping-client.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'

/** The shipments of an order that left the shop, each with its pieces and the carrier's page or why it was cancelled. */
export function OrderShipments({ order }: { order: OrderDetails }) {
  const { shipments, cancelledShipments = [], lines } = order
  const isAdmin = useCurrentUser()?.isAdmin === true
  const count = shipments.length + cancelledShipments.length
  if (count === 0) return null
  return (
    <section className="mb-24" aria-labelledby="order-shipments">
      <h2 id="order-shipments" tabIndex={-1}>
        {count === 1 ? 'Parcel' : `${count} parcels`}
      </h2>
      <ul className="grid gap-12">
        {shipments.map((shipment) => (
          <li key={shipment.number} className="py-12 px-16 surface">
            <p className="row">
              <strong>{shipment.number}</strong>
              <span>
                {shipment.status === 'delivered' ? 'Delivered' : 'Shipped'}{' '}
                <DateTime iso={shipment.deliveredAt ?? shipment.shippedAt} dayOnly /> by {shipment.carrier}
              </span>
              <Tracking shipment={shipment} />
              {!isAdmin && shipment.trackingStatus && <span>Carrier says: {shipment.trackingStatus}</span>}
              {isAdmin && shipmentAfter(shipment, 'deliver') && <DeliveredButton number={shipment.number} />}
            </p>
            {isAdmin && <TrackingStatusForm shipment={shipment} />}
            <ul className="mt-8">
              {shipment.lines.map(({ _id, quantity }) => {
                const line = lines.find((line) => line._id === _id)
                return (
                  <li key={_id}>
                    <KeepUnits text={`${quantity.toLocaleString('en-US')} × ${line?.productName ?? ''}`} />
                    {line && <small> SKU {line.sku}</small>}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
        {cancelledShipments.map(({ number, reason }) => (
          <li key={number} className="py-12 px-16 surface row">
            <strong>{number}</strong>
            <span>
              Cancelled: {reason} <small>only for admins</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DeliveredButton({ number }: { number: string }) {
  const { isBusy, change } = useChange()
  const deliver = () => change(sendDelivered(number), `${number} is delivered`)
  return (
    <Button variant="quiet" busy={isBusy} onClick={deliver} aria-label={`${number} is delivered`}>
      Delivered
    </Button>
  )
}

type ShipmentProps = { shipment: OrderDetails['shipments'][number] }

function TrackingStatusForm({ shipment: { number, trackingStatus = '' } }: ShipmentProps) {
  const { reload } = useReload()
  const [text, setText] = useState(trackingStatus)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setError('Type what the carrier says')
    setBusy(true)
    const failure = await sendTrackingStatus(number, text).then(() => undefined, refusalText)
    await reload()
    setBusy(false)
    setError(failure)
    if (!failure) await showToast('success', `${number}: saved what the carrier says`)
  }
  return (
    <form className="order-shipment-status max-w-form mt-8 buttons" aria-label={number} onSubmit={save}>
      <InputField label="Carrier says" error={error} maxLength={100} value={text} onValue={setText} />
      <Button type="submit" variant="quiet" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}

function Tracking({ shipment }: ShipmentProps) {
  const { trackingNumber, trackingUrl } = shipment
  if (trackingNumber === undefined) return null
  if (trackingUrl === undefined) return <span>Tracking number {trackingNumber}</span>
  return (
    <a href={trackingUrl} className="text-link">
      Track {trackingNumber}
    </a>
  )
}
