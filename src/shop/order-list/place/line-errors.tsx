import { useEffect, useRef } from 'react'
import { SendVerification } from '#shop/auth/email-verification/send-verification.tsx'
import { Button } from '#ui/button.tsx'
import { type Fix, fixText, type LineError } from './fix-line.ts'

type FixAllProps = {
  errors: ReadonlyMap<string, LineError>
  onFix: (fixes: { productId: string; fix: Fix }[]) => void
}

/** Says how many lines were refused, with one button that fixes all of them. */
export function FixAll({ errors, onFix }: FixAllProps) {
  const fixes = [...errors].flatMap(([productId, { fix }]) => (fix ? [{ productId, fix }] : []))
  const notice = useRef<HTMLParagraphElement>(null)
  const { size } = errors
  // Takes the focus, because the submit button is far below and a fixed line's button is gone.
  useEffect(() => {
    if (size > 0) notice.current?.focus()
  }, [size])
  if (size === 0) return null
  return (
    <p ref={notice} tabIndex={-1} className="fix-all" role="alert">
      <span>
        Nothing was ordered: {errors.size === 1 ? '1 line needs' : `${errors.size} lines need`} a
        change.
      </span>
      {fixes.length > 1 && (
        <Button variant="strong" onClick={() => onFix(fixes)}>
          Fix all {fixes.length}
        </Button>
      )}
      {[...errors.values()].some((error) => error.needsVerifiedEmail) && <SendVerification />}
    </p>
  )
}

type LineErrorTextProps = {
  error: LineError
  name: string
  onFix: (fix: Fix) => void
}

/** Why a line was refused, and the button that fixes it. */
export function LineErrorText({ error: { message, fix }, name, onFix }: LineErrorTextProps) {
  return (
    <div className="list-line-error">
      <p>{message}</p>
      {fix && (
        <Button variant="strong" aria-label={`${fixText(fix)}: ${name}`} onClick={() => onFix(fix)}>
          {fixText(fix)}
        </Button>
      )}
    </div>
  )
}
