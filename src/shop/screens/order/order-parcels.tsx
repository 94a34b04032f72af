import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { shipmentAfter } from '#shop/shipping/shipment.ts'
import { sendDelivered, sendTrackingStatus } from '#shop/shipping/shipping-client.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Field } from '#ui/forms/field.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'

/** The parcels of an order that left the shop, each with its pieces and the carrier's page or why it was cancelled. */
export function OrderParcels({ order }: { order: OrderDetails }) {
  const { parcels, cancelledParcels = [], lines } = order
  const isAdmin = useCurrentUser()?.isAdmin === true
  const count = parcels.length + cancelledParcels.length
  if (count === 0) return null
  return (
    <section className="order-parcels" aria-labelledby="order-parcels">
      <h2 id="order-parcels" tabIndex={-1}>
        {count === 1 ? 'Parcel' : `${count} parcels`}
      </h2>
      <ul>
        {parcels.map((parcel) => (
          <li key={parcel.number} className="order-parcel">
            <p className="order-parcel-head">
              <strong>{parcel.number}</strong>
              <span>
                {parcel.status === 'delivered' ? 'Delivered' : 'Shipped'}{' '}
                <DateTime iso={parcel.deliveredAt ?? parcel.shippedAt} dayOnly /> by{' '}
                {parcel.carrier}
              </span>
              <Tracking parcel={parcel} />
              {!isAdmin && parcel.trackingStatus && (
                <span>Carrier says: {parcel.trackingStatus}</span>
              )}
              {isAdmin && shipmentAfter(parcel, 'deliver') && (
                <DeliveredButton number={parcel.number} />
              )}
            </p>
            {isAdmin && <TrackingStatusForm parcel={parcel} />}
            <ul className="order-parcel-lines">
              {parcel.lines.map(({ _id, quantity }) => {
                const line = lines.find((line) => line._id === _id)
                return (
                  <li key={_id}>
                    <KeepUnits
                      text={`${quantity.toLocaleString('en-US')} × ${line?.productName ?? ''}`}
                    />
                    {line && <small> SKU {line.sku}</small>}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
        {cancelledParcels.map(({ number, reason }) => (
          <li key={number} className="order-parcel order-parcel-head">
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

type ParcelProps = { parcel: OrderDetails['parcels'][number] }

function TrackingStatusForm({ parcel: { number, trackingStatus = '' } }: ParcelProps) {
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
    <form className="order-parcel-status" aria-label={number} onSubmit={save}>
      <Field label="Carrier says" error={error}>
        {(aria) => (
          <input
            {...aria}
            className="field-input"
            maxLength={100}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="quiet" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}

function Tracking({ parcel }: ParcelProps) {
  const { trackingNumber, trackingUrl } = parcel
  if (trackingNumber === undefined) return null
  if (trackingUrl === undefined) return <span>Tracking number {trackingNumber}</span>
  return (
    <a href={trackingUrl} className="text-link">
      Track {trackingNumber}
    </a>
  )
}
