import { useEffect } from 'react'
import { prefetchPage, prefetchSoon } from '#web/prefetch-page.ts'

/** Fetches the data of a page when a link to it is pointed at, focused or pressed. */
export function PrefetchLinks() {
  useEffect(() => {
    const later = ({ target }: Event) => prefetchSoon(pathOf(target))
    const now = ({ target }: Event) => {
      const path = pathOf(target)
      if (path !== null) prefetchPage(path)
    }
    // Captured, so that what a component asks for replaces it.
    const options = { capture: true, passive: true }
    addEventListener('mouseover', later, options)
    addEventListener('focusin', later, options)
    addEventListener('pointerdown', now, options)
    return () => {
      removeEventListener('mouseover', later, options)
      removeEventListener('focusin', later, options)
      removeEventListener('pointerdown', now, options)
    }
  }, [])
  return null
}

function pathOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && link.origin === location.origin ? link.pathname + link.search : null
}
