import { useLocation } from 'react-router'
import { readCatalogueQuery } from '#shop/catalogue/search/search-query.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

/** Names the parameters that are not understood; in the browser, as the cached page is without them. */
export function DroppedFilters() {
  const { search } = useLocation()
  if (!useHydrated()) return null
  return readCatalogueQuery(new URLSearchParams(search)).notes.map((note) => (
    <p key={note} className="search-note">
      {note}
    </p>
  ))
}
