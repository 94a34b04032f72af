import { memo, useEffect, useRef } from 'react'
import type { PackingOrder } from '#shop/shipping/shipping-client.ts'
import { Image } from '#ui/image.tsx'
import { piecesIn, type Scan } from './packing.ts'

type PackingLinesProps = { lines: PackingOrder['lines']; scans: Scan[]; marked: string | null }

/** The products to pack, with images to compare with the product in hand. */
export function PackingLines({ lines, scans, marked }: PackingLinesProps) {
  return (
    <ul className="grid surface">
      {lines.map((line) => (
        <PackingLine
          key={line._id}
          line={line}
          count={piecesIn(scans, line._id)}
          isMarked={line._id === marked}
        />
      ))}
    </ul>
  )
}

type PackingLineProps = { line: PackingOrder['lines'][number]; count: number; isMarked: boolean }

// Of a long order only the line that was scanned is drawn again.
const PackingLine = memo(({ line, count, isMarked }: PackingLineProps) => {
  const { sku, productName, imgURL, bin, open } = line
  const isDone = count === open
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <li
      ref={row}
      className={`packing-line grid items-center ${isDone ? 'packing-line-done' : ''}`}
      aria-current={isMarked ? 'true' : undefined}
    >
      <Image imgURL={imgURL} alt="" sizes="5rem" width={80} height={60} background />
      <div className="packing-tool grid break-anywhere">
        <strong>{productName}</strong>
        <span className="soft">
          {sku}
          {bin && (
            <>
              {' '}
              · Bin <b className="plain">{bin}</b>
            </>
          )}
        </span>
      </div>
      <p className="packing-count text-18 text-right">
        <b className="plain">{count.toLocaleString('en-US')}</b> of {open.toLocaleString('en-US')}
        {isDone && <span className="font-600"> ✓ packed</span>}
      </p>
    </li>
  )
})
PackingLine.displayName = 'PackingLine'
