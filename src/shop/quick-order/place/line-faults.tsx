import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { type LineFault, type Mend, mendText } from './mend-line.ts'

type MendAllProps = {
  faults: ReadonlyMap<string, LineFault>
  onMend: (mends: { productId: string; mend: Mend }[]) => void
}

/** Says how many lines were refused, with one button that mends all of them. */
export function MendAll({ faults, onMend }: MendAllProps) {
  const mends = [...faults].flatMap(([productId, { mend }]) => (mend ? [{ productId, mend }] : []))
  const notice = useRef<HTMLParagraphElement>(null)
  const { size } = faults
  // The form that was sent is far below, and a mended line's button is gone.
  useEffect(() => {
    if (size > 0) notice.current?.focus()
  }, [size])
  if (size === 0) return null
  return (
    <p ref={notice} tabIndex={-1} className="mend-all" role="alert">
      <span>
        Nothing was ordered: {faults.size === 1 ? '1 line needs' : `${faults.size} lines need`} a
        change.
      </span>
      {mends.length > 1 && (
        <Button variant="strong" onClick={() => onMend(mends)}>
          Mend all {mends.length}
        </Button>
      )}
    </p>
  )
}

type LineFaultTextProps = {
  fault: LineFault
  name: string
  onMend: (mend: Mend) => void
}

/** Why a line was refused, and the button that mends it. */
export function LineFaultText({ fault: { message, mend }, name, onMend }: LineFaultTextProps) {
  return (
    <div className="list-line-fault">
      <p>{message}</p>
      {mend && (
        <Button
          variant="strong"
          aria-label={`${mendText(mend)}: ${name}`}
          onClick={() => onMend(mend)}
        >
          {mendText(mend)}
        </Button>
      )}
    </div>
  )
}
