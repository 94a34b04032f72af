import { useEffect, useRef } from 'react'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { SendVerification } from '#shop/auth/email-verification/send-verification.tsx'
import type { ListedProduct } from '#shop/order-list/use-listed-products.ts'
import { Button } from '#ui/button.tsx'
import { type Fix, fixAllText, fixText, type LineError } from './fix-line.ts'

export type RefusedLinesProps = {
  errors: ReadonlyMap<string, LineError>
  productOf: (productId: string) => ListedProduct
  onFix: (fixes: { productId: string; fix: Fix }[]) => void
}

/** Names the refused lines above the list, each as a link to it, with one button that fixes them. */
export function RefusedLines({ errors, productOf, onFix }: RefusedLinesProps) {
  const fixes = [...errors].flatMap(([productId, { fix }]) => (fix ? [{ productId, fix }] : []))
  const notice = useRef<HTMLDivElement>(null)
  const { size } = errors
  const currentUser = useCurrentUser()
  const earlierSize = useRef(0)
  useEffect(() => {
    const isLess = size < earlierSize.current
    earlierSize.current = size
    if (!isLess) {
      if (size > 0) notice.current?.focus()
    } else if (document.activeElement === document.body) focusNext()
  }, [size])
  if (size === 0) return null
  return (
    <div
      ref={notice}
      tabIndex={-1}
      className="refused-lines callout callout-error grid gap-8 justify-items-start"
      role="alert"
    >
      <p className="font-600">
        Nothing was ordered: {size === 1 ? '1 line needs' : `${size} lines need`} a change.
      </p>
      <ul>
        {[...errors].map(([productId, { summary }]) => (
          <li className="tabular" key={productId}>
            <a href={`#${lineId(productId)}`} className="text-link">
              {productOf(productId)?.sku ?? 'This tool'}
            </a>
            : {summary}
          </li>
        ))}
      </ul>
      {fixes.length > 0 && (
        <Button onClick={() => onFix(fixes)}>{fixAllText(fixes.map(({ fix }) => fix))}</Button>
      )}
      {currentUser?.emailVerified === false && [...errors.values()].some((e) => e.isLimit) && (
        <SendVerification />
      )}
    </div>
  )
}

/** Focuses the next faulty line, or the button that places the order: a fixed line's button is gone. */
function focusNext(): void {
  for (const button of document.querySelectorAll<HTMLElement>(
    '.list-line-error button, #checkout .form > .button, .checkout-bar button',
  )) {
    button.focus()
    if (document.activeElement === button) return
  }
}

export function lineId(productId: string): string {
  return `line-${productId}`
}

type LineErrorTextProps = {
  error: LineError
  name: string
  onFix: (fix: Fix) => void
}

export function LineErrorText({ error: { message, fix }, name, onFix }: LineErrorTextProps) {
  return (
    <div className="list-line-error row gap-8 gap-x-12 text-14">
      <p>{message}</p>
      {fix && (
        <Button aria-label={`${fixText(fix)}: ${name}`} onClick={() => onFix(fix)}>
          {fixText(fix)}
        </Button>
      )}
    </div>
  )
}
