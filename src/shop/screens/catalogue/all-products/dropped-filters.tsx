import { useLocation } from 'react-router'
import { readCatalogueQuery } from '#shop/catalogue/search/search-query.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

/**
 * Names the ignored parameters; rendered in the browser, because the cached page does not depend on
 * them.
 */
export function DroppedFilters() {
  const { search } = useLocation()
  if (!useHydrated()) return null
  return readCatalogueQuery(new URLSearchParams(search)).notes.map((note) => (
    <p key={note} className="search-note">
      {note}
    </p>
  ))
}
