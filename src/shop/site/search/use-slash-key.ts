import { type RefObject, useEffect } from 'react'

/** Focuses the field when `/` is pressed outside of fields and dialogs. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'))
      if (isTyping) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [field])
}
