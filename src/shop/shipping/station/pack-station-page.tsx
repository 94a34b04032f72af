import { useEffect } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { buyerText, referencesOf } from '#shop/orders/order-contents.ts'
import { shippingApi } from '#shop/shipping/shipping-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ChoiceField } from '#ui/forms/input-field.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/pack-station-page'
import { PackingLines } from './packing-lines.tsx'
import { SCAN_FORM, ScanField } from './scan-field.tsx'
import { isKey, type Work } from './station.ts'
import { StationButtons, StationKeys } from './station-keys.tsx'
import { usePackStation } from './use-pack-station.ts'

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => ({
  carriers: await shippingApi.shipping.carriers.$get(),
  order: url.searchParams.get('order'),
}))
// The station continues without a reload.
export const shouldRevalidate = () => false
export const HydrateFallback = loading('the pack station', 'Pack station')

/** Packs and ships orders by scanner and keyboard alone. */
export default function PackStationPage({ loaderData }: Route.ComponentProps) {
  const { carriers, order } = loaderData
  const { state, tell } = usePackStation({ carriers, order })
  const { station, message, takeOver, isLeaving, isBusy, wholeLines, carrier } = state
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    // A reload goes on with the order that is packed then.
    if (order !== null) void navigate(href('/dashboard/shipping/pack'), { replace: true })
  }, [])

  const press = (key: string) => tell({ event: 'pressed', key })
  const answer = (isConfirmed: boolean) => tell({ event: 'answered', isConfirmed })
  return (
    <div className="station">
      <PageHead title="Pack station" />
      <header className="station-head mb-8 row">
        <h1 className="page-title">Pack station</h1>
        <nav aria-label="Shipping">
          <Link to={href('/dashboard/shipping')}>All orders to ship</Link>
        </nav>
      </header>
      <div className="station-desk flex gap-8" aria-busy={isBusy}>
        <div className="station-scan columns gap-8 gap-x-24 items-center">
          <ScanField
            {...fieldTexts(station)}
            onScan={(text) => tell({ event: 'scanned', text })}
            onKey={(key) => {
              press(key)
              return isKey(station, key)
            }}
          />
          <p
            className="station-message min-h-44 font-600"
            data-kind={message?.kind}
            role={message?.kind === 'refused' ? 'alert' : 'status'}
          >
            {message?.text}
          </p>
        </div>
        {station.phase !== 'idle' && (
          <div className="row">
            <StationOrder station={station} />
            <StationButtons station={station} isBusy={isBusy} onKey={press} />
          </div>
        )}
        {station.phase === 'shipping' && (
          <div className="columns gap-16 gap-x-24 items-start">
            <ul aria-label="Contents" className="grid surface">
              {station.shipment.lines.map(({ _id, quantity }) => (
                <li key={_id} className="packing-content">
                  <b>{quantity.toLocaleString('en-US')}</b> ×{' '}
                  {station.order.lines.find((line) => line._id === _id)?.productName}
                </li>
              ))}
            </ul>
            <div className="station-carrier stack">
              <ChoiceField
                label="Carrier"
                hint="F8 chooses the next one"
                value={carrier}
                options={carriers.map((name) => [name, name])}
                onValue={(chosen) => tell({ event: 'carrier chosen', carrier: chosen })}
              />
              <Button type="submit" form={SCAN_FORM} disabled={isBusy}>
                Ship (Enter)
              </Button>
            </div>
          </div>
        )}
        {station.phase === 'packing' && (
          <PackingLines lines={station.order.lines} scans={station.scans} marked={station.marked} />
        )}
        <StationKeys
          phase={station.phase}
          wholeLines={wholeLines}
          onToggle={() => tell({ event: 'toggled' })}
        />
      </div>
      {takeOver && (
        <ConfirmDialog
          title="Take over?"
          action="Take over"
          isHarmless
          busy={isBusy}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        >
          <p>{takeOver.text} What they have scanned so far is lost.</p>
        </ConfirmDialog>
      )}
      {isLeaving && (
        <ConfirmDialog
          title="Put the order back?"
          action="Put back"
          keep="Go on packing"
          busy={isBusy}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        >
          <p>{scannedText(station)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function scannedText(station: Work): string {
  const scans = station.phase === 'packing' ? station.scans : []
  const pieces = scans.reduce((sum, scan) => sum + scan.pieces, 0)
  return pieces === 1
    ? 'The piece that you have scanned must then be scanned again.'
    : `The ${pieces.toLocaleString('en-US')} pieces that you have scanned must then be scanned again.`
}

function fieldTexts({ phase }: Work) {
  if (phase === 'packing') return { label: 'Scan a tool', hint: 'SKU or GTIN; 12*SKU for twelve' }
  if (phase === 'shipping')
    return { label: 'Tracking number (optional)', hint: 'Scan or type it; Enter ships the parcel' }
  return {
    label: 'Scan an order',
    hint: 'Its number, or Enter for the oldest that nobody is packing',
  }
}

function StationOrder({ station }: { station: Exclude<Work, { phase: 'idle' }> }) {
  const { order, shipment } = station
  return (
    <header className="station-order">
      <h2>{station.phase === 'shipping' ? `Parcel ${shipment.number}` : `Order ${order.number}`}</h2>
      <p>
        {buyerText(order)}, {order.address}
        {referencesOf(order).map(({ name, number }) => ` · ${name} ${number}`)}
        {shipment.packer && ` · Packed by ${shipment.packer}`}
      </p>
    </header>
  )
}

export const ErrorBoundary = pageError('Pack station', 'The pack station')
