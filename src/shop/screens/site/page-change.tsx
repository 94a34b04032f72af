import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router'
import { focusPageHeading, goToListHead, isToListHead } from '#ui/lists/list-head.ts'

/**
 * Does what browsers do on a page load. When a client-side navigation begins, it closes panels: one that is
 * opened while the page loads stays open. After it, it announces the new title and moves the focus to the
 * heading, or to the list's heading when only the page number changed.
 */
export function PageChange() {
  const { pathname, hash, key, state } = useLocation()
  const type = useNavigationType()
  const next = useNavigation().location
  // The key of the next page is that of the page once it is there.
  const begun = next?.key ?? key
  const closedFor = useRef(key)
  const [title, setTitle] = useState('')
  const shown = useRef({ pathname, key })

  useEffect(() => {
    if (closedFor.current === begun) return
    closedFor.current = begun
    // Not by `:popover-open`, which older browsers refuse.
    for (const panel of document.querySelectorAll<HTMLElement>('[popover]')) panel.hidePopover?.()
  }, [begun])

  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { pathname, key }
    if (before.pathname !== pathname) setTitle(document.title)
    // Back and forward restore the scroll position; a hash has its own target.
    if (type === 'POP' || hash !== '') return
    if (before.pathname !== pathname) focusPageHeading()
    else if (isToListHead(state)) goToListHead()
  }, [pathname, hash, key, state, type])

  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {title}
    </p>
  )
}
