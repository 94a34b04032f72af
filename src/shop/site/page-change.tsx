import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { focusPageHeading, goToListHead, isToListHead } from '#ui/lists/list-head.ts'

/**
 * Does what browsers do on a page load, after a client-side navigation: closes panels, announces the
 * new title and moves the focus to the heading, or to the list's heading when only the page number changed.
 */
export function PageChange() {
  const { pathname, hash, key, state } = useLocation()
  const type = useNavigationType()
  const [title, setTitle] = useState('')
  const shown = useRef({ pathname, key })

  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { pathname, key }
    // Not by `:popover-open`, which older browsers refuse.
    for (const panel of document.querySelectorAll<HTMLElement>('[popover]')) panel.hidePopover?.()
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
