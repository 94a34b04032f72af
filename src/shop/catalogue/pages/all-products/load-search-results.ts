import { isSearch, readCatalogueQuery } from '#shop/catalogue/search/search-query.ts'
import type { SearchResults } from './search-results.tsx'

let loaded: typeof SearchResults | undefined

/** Loads the search results apart: facets and table are larger than the rest of the page. */
export async function loadSearchResults(): Promise<void> {
  loaded ??= (await import('./search-results.tsx')).SearchResults
}

/** The search results, once they are loaded. */
export function searchResults(): typeof SearchResults | undefined {
  return loaded
}

/** Whether a URL shows search results, or all products as a table, instead of the list. */
export function showsResults({ query }: ReturnType<typeof readCatalogueQuery>): boolean {
  return isSearch(query) || query.isTable
}

// The first render has to match the server's HTML, so a page that opens with results waits here.
const opensWithResults =
  !import.meta.env.SSR && showsResults(readCatalogueQuery(new URLSearchParams(location.search)))
if (opensWithResults) await loadSearchResults()
