import { saveShipmentPapers } from '#shop/shipping/shipping-client.ts'
import { Button } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'
import type { Work } from './station.ts'

type StationButtonsProps = {
  station: Exclude<Work, { phase: 'idle' }>
  isBusy: boolean
  onKey: (key: string) => void
}

export function StationButtons({ station, isBusy, onKey }: StationButtonsProps) {
  const { phase, shipment } = station
  const papers = useSave(() => saveShipmentPapers({ number: shipment.number ?? '' }))
  const button = (key: string, text: string) => (
    <Button variant="quiet" disabled={isBusy} aria-keyshortcuts={key} onClick={() => onKey(key)}>
      {text}
    </Button>
  )
  return (
    <div className="buttons">
      {phase === 'packing' ? (
        <>
          {button('F4', 'Ship what is packed (F4)')}
          {button('Backspace', 'Undo last scan (Backspace)')}
          {button('Escape', 'Put back (Esc)')}
        </>
      ) : (
        <>
          <Button variant="quiet" busy={papers.busy} onClick={papers.save}>
            Packing slip (PDF)
          </Button>
          {button('Backspace', 'Unpack (Backspace)')}
          {button('Escape', 'Ship later (Esc)')}
        </>
      )}
    </div>
  )
}

type StationKeysProps = {
  phase: Work['phase']
  wholeLines: boolean
  onToggle: () => void
}

export function StationKeys({ phase, wholeLines, onToggle }: StationKeysProps) {
  return (
    <footer className="station-keys grid gap-8 note">
      <label className="inline-flex gap-8 items-center min-h-44">
        <input type="checkbox" checked={wholeLines} onChange={onToggle} /> A scan packs all pieces of its line{' '}
        <kbd>F2</kbd>
      </label>
      {phase === 'packing' && (
        <dl className="flex flex-wrap gap-8 gap-x-24">
          <Key keys="12*SKU" text="packs twelve pieces of a tool; 12* of the marked line" />
          <Key keys="+" text="packs the rest of the marked line" />
          <Key keys="↑ ↓" text="mark another line" />
        </dl>
      )}
    </footer>
  )
}

function Key({ keys, text }: { keys: string; text: string }) {
  return (
    <div className="flex gap-8">
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
