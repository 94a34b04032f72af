import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { tolerateTranslation } from '#ui/translated-text.ts'

const LEAVING_MS = 5_000

/**
 * Lets the user leave while the router loads code for another page. Firefox aborts that load, which the
 * router treats as a failure: it reloads the page, which would replace the page that the user navigates
 * to. Older browsers, without the Navigation API, keep the router's behaviour.
 */
function keepLeaving(): void {
  if (!('navigation' in window)) return
  let leftAt = Number.NEGATIVE_INFINITY
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  navigation.addEventListener('navigate', (event) => {
    const isScripted = event.navigationType === 'reload' && !event.userInitiated
    if (isScripted && performance.now() - leftAt < LEAVING_MS) event.preventDefault()
  })
}

// Going back before hydration changes the URL but not the HTML, so the page must reload.
function reloadIfUrlChanged(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!navigation || !URL.canParse(navigation.name)) return false
  const { pathname, search } = new URL(navigation.name)
  const hasChanged = pathname + search !== location.pathname + location.search
  if (hasChanged) location.reload()
  return hasChanged
}

function Shop() {
  useEffect(() => void reloadIfUrlChanged(), [])
  return <HydratedRouter />
}

if (!reloadIfUrlChanged()) {
  keepLeaving()
  tolerateTranslation()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Shop />
      </StrictMode>,
    )
  })
}
