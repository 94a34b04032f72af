import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { tolerateTranslation } from '#ui/translated-text.ts'
import { keepLeaving } from '#web/leaving-page.ts'

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
