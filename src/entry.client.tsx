import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// Whoever goes back before the router listens stands at one address with the HTML of another.
function reloadAnotherPage(): boolean {
  const [asked] = performance.getEntriesByType('navigation')
  if (!asked || !URL.canParse(asked.name)) return false
  const { pathname, search } = new URL(asked.name)
  const isAnother = pathname + search !== location.pathname + location.search
  if (isAnother) location.reload()
  return isAnother
}

function Shop() {
  useEffect(() => void reloadAnotherPage(), [])
  return <HydratedRouter />
}

if (!reloadAnotherPage()) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Shop />
      </StrictMode>,
    )
  })
}
