import { useContext, useEffect, useState } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
  useNavigate,
} from 'react-router'

/**
 * Offline, a link to a page whose code is not loaded shows a note instead: the router would reload
 * the document, and the browser's error page would replace the shop.
 */
export function OfflineLinks() {
  const router = useContext(DataRouterContext)?.router
  const build = useContext(FrameworkContext)
  const navigate = useNavigate()
  const [isNoted, setNoted] = useState(false)

  useEffect(() => {
    if (!router || !build) return
    const { manifest, routeModules } = build
    const isAvailable = async (pathname: string) => {
      const routes = matchRoutes(router.routes, pathname) ?? []
      const missing = routes.filter(({ route }) => !routeModules[route.id])
      // Code in the browser's cache counts as loaded.
      const loads = missing.map(({ route }) => {
        const file = manifest.routes[route.id]?.module
        return file ? import(/* @vite-ignore */ file) : Promise.reject()
      })
      return routes.length > 0 && Promise.all(loads).then(isTrue, isFalse)
    }
    const isLoaded = (pathname: string) =>
      matchRoutes(router.routes, pathname)?.every(({ route }) => routeModules[route.id])
    const intercept = (event: Event) => {
      if (navigator.onLine) return
      const link = linkToPage(event)
      if (!link || link.pathname === location.pathname || isLoaded(link.pathname)) return
      event.stopPropagation()
      if (event.type !== 'click') return
      event.preventDefault()
      void isAvailable(link.pathname).then((isHere) =>
        isHere ? navigate(link.pathname + link.search + link.hash) : setNoted(true),
      )
    }
    const forget = () => setNoted(false)
    // On the window, before the router handles them: it would fetch the code on hover.
    for (const type of EVENTS) window.addEventListener(type, intercept, { capture: true })
    window.addEventListener('online', forget)
    return () => {
      for (const type of EVENTS) window.removeEventListener(type, intercept, { capture: true })
      window.removeEventListener('online', forget)
    }
  }, [router, build, navigate])

  if (!isNoted) return null
  return (
    <div className="offline-note flex items-center justify-between gap-16 font-600" role="alert">
      <p>You are offline, and this page has not been loaded yet. Please check the connection.</p>
      <button type="button" onClick={() => setNoted(false)}>
        Close
      </button>
    </div>
  )
}

// React derives mouseenter from the mouseout of the element that was left.
const EVENTS = ['click', 'mouseout', 'mouseover', 'focusin', 'touchstart']
const isTrue = () => true
const isFalse = () => false

/** Returns the link to a page of the shop that an event targets, if a plain click would open it in this tab. */
function linkToPage(event: Event): HTMLAnchorElement | null {
  if (event instanceof MouseEvent && isForAnotherTab(event)) return null
  const target = event.type === 'mouseout' ? (event as MouseEvent).relatedTarget : event.target
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || link.download) return null
  return link.target === '' || link.target === '_self' ? link : null
}

function isForAnotherTab({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
