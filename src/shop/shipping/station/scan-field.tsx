import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useRef } from 'react'
import { Field } from '#ui/forms/field.tsx'

type ScanFieldProps = {
  label: string
  hint: string
  /** Called with the text at each Enter, which a scanner sends too. */
  onScan: (text: string) => void
  /** Called for keys with a meaning of their own while the field is empty; returns whether it was one. */
  onKey: (key: string) => boolean
}

/** The id of its form, for a button elsewhere. */
export const SCAN_FORM = 'station-scan-form'

/** Keys after which the field is for something else, so that what was half typed is not. */
const LEAVING_KEYS = ['F4', 'Escape']

/** The field for the scanner, which is a keyboard that ends with Enter. It takes the focus back. */
export function ScanField({ label, hint, onScan, onKey }: ScanFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useScanFocus(input)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { current } = input
    if (!current) return
    const text = current.value.trim()
    current.value = ''
    onScan(text)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isFree = event.currentTarget.value === '' || event.key.length > 1
    const isDeleting = event.key === 'Backspace' && event.currentTarget.value !== ''
    if (!isFree || isDeleting || !onKey(event.key)) return
    event.preventDefault()
    if (LEAVING_KEYS.includes(event.key)) event.currentTarget.value = ''
  }
  return (
    <form id={SCAN_FORM} onSubmit={submit}>
      <Field label={label} hint={hint}>
        {(aria) => (
          <input
            {...aria}
            ref={input}
            className="field-input scan-input font-600"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            onKeyDown={press}
          />
        )}
      </Field>
    </form>
  )
}

const OTHER_FIELDS = 'input, select, textarea, dialog, [popover]'

/** Typed letters go to the field wherever the focus is, unless another field or a dialog has it. */
function useScanFocus(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = () => input.current?.focus({ preventScroll: true })
    focus()
    const take = (event: globalThis.KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return
      // The space bar presses a button.
      if (event.key === ' ') return
      const { target } = event
      if (!(target instanceof Element) || target.closest(OTHER_FIELDS)) return
      focus()
    }
    // After a click on a button or beside everything, the next scan is read again.
    const takeBack = () => {
      if (!document.activeElement?.closest(`${OTHER_FIELDS}, a`)) focus()
    }
    // A page that opens gets the focus itself.
    const takeFromPage = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest(`${OTHER_FIELDS}, a, button`)) focus()
    }
    document.addEventListener('keydown', take)
    document.addEventListener('click', takeBack)
    document.addEventListener('focusin', takeFromPage)
    return () => {
      document.removeEventListener('keydown', take)
      document.removeEventListener('click', takeBack)
      document.removeEventListener('focusin', takeFromPage)
    }
  }, [input])
}
