import { useEffect, useRef } from 'react'
import { SendVerification } from '#shop/auth/email-verification/send-verification.tsx'
import { Button } from '#ui/button.tsx'
import { type Fix, fixText, type LineFault } from './fix-line.ts'

type FixAllProps = {
  faults: ReadonlyMap<string, LineFault>
  onFix: (fixes: { productId: string; fix: Fix }[]) => void
}

/** Says how many lines were refused, with one button that fixes all of them. */
export function FixAll({ faults, onFix }: FixAllProps) {
  const fixes = [...faults].flatMap(([productId, { fix }]) => (fix ? [{ productId, fix }] : []))
  const notice = useRef<HTMLParagraphElement>(null)
  const { size } = faults
  // The form that was sent is far below, and a fixed line's button is gone.
  useEffect(() => {
    if (size > 0) notice.current?.focus()
  }, [size])
  if (size === 0) return null
  return (
    <p ref={notice} tabIndex={-1} className="fix-all" role="alert">
      <span>
        Nothing was ordered: {faults.size === 1 ? '1 line needs' : `${faults.size} lines need`} a
        change.
      </span>
      {fixes.length > 1 && (
        <Button variant="strong" onClick={() => onFix(fixes)}>
          Fix all {fixes.length}
        </Button>
      )}
      {[...faults.values()].some((fault) => fault.needsVerifiedEmail) && <SendVerification />}
    </p>
  )
}

type LineFaultTextProps = {
  fault: LineFault
  name: string
  onFix: (fix: Fix) => void
}

/** Why a line was refused, and the button that fixes it. */
export function LineFaultText({ fault: { message, fix }, name, onFix }: LineFaultTextProps) {
  return (
    <div className="list-line-fault">
      <p>{message}</p>
      {fix && (
        <Button variant="strong" aria-label={`${fixText(fix)}: ${name}`} onClick={() => onFix(fix)}>
          {fixText(fix)}
        </Button>
      )}
    </div>
  )
}
