import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { focusPageHeading, goToListHead, isToListHead } from '#ui/lists/list-head.ts'

/**
 * What a browser does by itself when a page loads, after a navigation without a load: the new title
 * is announced, and the focus goes to the heading, or to the head of a list whose page turned.
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
    if (before.pathname !== pathname) setTitle(document.title)
    // Back and forward keep their scroll position, a hash has a target of its own.
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
