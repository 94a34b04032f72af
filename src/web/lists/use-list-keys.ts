import { useEffect, useLayoutEffect, useRef } from 'react'

/** Handles keys of a list while nothing else does: no field is typed in, and no other dialog or menu is open. */
export function useListKeys(actions: Partial<Record<string, () => void>>): void {
  const latest = useRef(actions)
  // Before the next key can be pressed: an effect may run after it.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event
      const action = latest.current[key]
      if (!action || altKey || ctrlKey || metaKey || defaultPrevented) return
      const isTyping =
        target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
      // Escape clears the search.
      if (isTyping) return
      if (document.querySelector(':popover-open, dialog[open]:not([data-beside-list])')) return
      // The browser closes a modal dialog by itself.
      if (key === 'Escape' && document.querySelector('[data-beside-list]:modal')) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
