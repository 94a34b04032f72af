import { Button } from '#ui/button.tsx'

/** So many rows are shown at once: a list may have thousands. */
export const SHOWN = 100

type RowPagerProps = { start: number; count: number; onStart: (start: number) => void }

/** Goes through many rows that are all in the browser; nothing for few. */
export function RowPager({ start, count, onStart }: RowPagerProps) {
  if (count <= SHOWN) return null
  return (
    <p className="price-rows-buttons">
      <Button variant="quiet" disabled={start === 0} onClick={() => onStart(start - SHOWN)}>
        Previous rows
      </Button>
      Rows {start + 1} to {Math.min(start + SHOWN, count)} of {count.toLocaleString('en-US')}
      <Button
        variant="quiet"
        disabled={start + SHOWN >= count}
        onClick={() => onStart(start + SHOWN)}
      >
        Next rows
      </Button>
    </p>
  )
}
