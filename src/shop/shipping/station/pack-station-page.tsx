import { useEffect, useRef, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { referencesOf } from '#shop/orders/order-contents.ts'
import { fetchCarriers } from '#shop/shipping/shipping-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { loading } from '#ui/spinner.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/pack-station-page'
import { CarrierChoice } from './carrier-choice.tsx'
import { PackingLines } from './packing-lines.tsx'
import { ScanField } from './scan-field.tsx'
import type { Station } from './station.ts'
import { StationButtons, StationKeys } from './station-keys.tsx'
import { stationChoices } from './station-storage.ts'
import { usePackStation } from './use-pack-station.ts'

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => ({
  carriers: await fetchCarriers(),
  order: url.searchParams.get('order'),
}))
// The station continues without a reload.
export const shouldRevalidate = () => false
export const HydrateFallback = loading('the pack station')

/** Packs and ships orders by scanner and keyboard alone. */
export default function PackStationPage({ loaderData }: Route.ComponentProps) {
  const { carriers, order } = loaderData
  const [wholeLines, setWholeLines] = useState(() => stationChoices.wholeLines.read() === 'yes')
  const [carrier, setCarrier] = useState(() => {
    const last = stationChoices.carrier.read()
    return carriers.find((name) => name === last) ?? carriers[0] ?? ''
  })
  const pack = usePackStation({ wholeLines })
  const navigate = useNavigate()
  const { station, message, takeOver, isBusy } = pack
  const [isLeaving, setLeaving] = useState(false)
  const scans = station.phase === 'packing' ? station.scans : []
  const scanned = scans.reduce((sum, { pieces }) => sum + pieces, 0)
  // What was scanned while a request was on its way.
  const waiting = useRef<string[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    void pack.start(order)
    // A reload goes on with the order that is packed then.
    if (order !== null) void navigate(href('/dashboard/shipping/pack'), { replace: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a request has ended
  useEffect(() => {
    while (!pack.isWorking() && waiting.current.length > 0) scan(waiting.current.shift() ?? '')
  }, [isBusy])

  const chooseCarrier = (name: string) => {
    stationChoices.carrier.write(name)
    setCarrier(name)
  }
  const toggleWholeLines = () => {
    stationChoices.wholeLines.write(wholeLines ? 'no' : 'yes')
    setWholeLines(!wholeLines)
  }
  const scan = (text: string) => {
    if (takeOver || isLeaving) return
    if (pack.isWorking()) {
      if (text !== '') waiting.current.push(text)
      return
    }
    const phase = pack.phase()
    if (phase === 'shipping') void pack.ship(text, carrier)
    else if (phase === 'idle') void pack.open(text === '' ? undefined : text)
    else if (text !== '') pack.scanTool(text)
  }
  const act = (key: string) => {
    switch (key) {
      case '+':
        return pack.packRest()
      case 'ArrowDown':
        return pack.mark(1)
      case 'ArrowUp':
        return pack.mark(-1)
      case 'Backspace':
        return void pack.undo()
      case 'F2':
        return toggleWholeLines()
      case 'F4':
        return void pack.packNow()
      case 'F8':
        return chooseCarrier(carriers[(carriers.indexOf(carrier) + 1) % carriers.length] ?? carrier)
      case 'Escape':
        return scanned > 0 ? setLeaving(true) : void pack.putBack()
    }
  }
  const keys = station.phase === 'packing' ? PACKING_KEYS : SHIPPING_KEYS
  const press = (key: string) => {
    const isKey = station.phase !== 'idle' && keys.includes(key)
    if (isKey && !pack.isWorking()) act(key)
    return isKey
  }
  return (
    <>
      <PageHead title="Pack station" />
      <header className="station-head">
        <h1 className="page-title">Pack station</h1>
        <nav aria-label="Shipping">
          <Link to={href('/dashboard/shipping')}>All orders to ship</Link>
        </nav>
      </header>
      <p className="station-narrow">The pack station needs a screen of at least 768 pixels.</p>
      <div className="station-desk" aria-busy={isBusy}>
        <div className="station-scan">
          <ScanField {...fieldTexts(station)} onScan={scan} onKey={press} />
          <p
            className="station-message"
            data-kind={message?.kind}
            role={message?.kind === 'refused' ? 'alert' : 'status'}
          >
            {message?.text}
          </p>
        </div>
        {station.phase !== 'idle' && (
          <div className="station-work">
            <StationOrder station={station} />
            <StationButtons station={station} isBusy={isBusy} onKey={act} />
          </div>
        )}
        {station.phase === 'shipping' && (
          <CarrierChoice carriers={carriers} carrier={carrier} onChoose={chooseCarrier} />
        )}
        {station.phase === 'packing' && (
          <PackingLines lines={station.order.lines} scans={station.scans} marked={station.marked} />
        )}
        <StationKeys phase={station.phase} wholeLines={wholeLines} onToggle={toggleWholeLines} />
      </div>
      {takeOver && (
        <ConfirmDialog
          title="Take over?"
          action="Take over"
          isHarmless
          busy={isBusy}
          onConfirm={() => void pack.confirmTakeOver()}
          onCancel={pack.refuseTakeOver}
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
          onConfirm={() => {
            setLeaving(false)
            void pack.putBack()
          }}
          onCancel={() => setLeaving(false)}
        >
          <p>{scannedText(scanned)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const PACKING_KEYS = ['+', 'ArrowDown', 'ArrowUp', 'Backspace', 'F2', 'F4', 'Escape']
const SHIPPING_KEYS = ['Backspace', 'F8', 'Escape']

function scannedText(pieces: number): string {
  return pieces === 1
    ? 'The piece that you have scanned must then be scanned again.'
    : `The ${pieces.toLocaleString('en-US')} pieces that you have scanned must then be scanned again.`
}

function fieldTexts({ phase }: Station) {
  if (phase === 'packing') return { label: 'Scan a tool', hint: 'SKU or GTIN; 12*SKU for twelve' }
  if (phase === 'shipping')
    return { label: 'Tracking number (optional)', hint: 'Scan or type it; Enter ships the parcel' }
  return {
    label: 'Scan an order',
    hint: 'Its number, or Enter for the oldest that nobody is packing',
  }
}

function StationOrder({ station }: { station: Exclude<Station, { phase: 'idle' }> }) {
  const { order, shipment } = station
  return (
    <header className="station-order">
      <h2>
        {station.phase === 'shipping' ? `Parcel ${shipment.number}` : `Order ${order.number}`}
      </h2>
      <p>
        {order.name}, {order.address}
        {referencesOf(order).map(({ name, number }) => ` · ${name} ${number}`)}
        {shipment.packer && ` · Packed by ${shipment.packer}`}
      </p>
    </header>
  )
}

export const ErrorBoundary = pageError({
  title: 'Pack station',
  text: 'The pack station failed to load.',
})
