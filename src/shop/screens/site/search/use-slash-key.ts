import { type RefObject, useEffect } from 'react'

export const SEARCH_KEY = '/'

/** Focuses the field, in the dashboard that of its list, when `/` is pressed outside of fields and dialogs. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (key !== SEARCH_KEY || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (document.querySelector('dialog[open]')) return
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'))
      if (isTyping) return
      event.preventDefault()
      const own = document.querySelector<HTMLInputElement>('.dashboard-content .search-field input')
      const shown = own ?? field.current
      shown?.focus()
      shown?.select()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [field])
}
