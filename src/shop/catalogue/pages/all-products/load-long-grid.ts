import type { LongProductGrid } from './long-product-grid.tsx'

let loaded: typeof LongProductGrid | undefined

/** Loads the grid of all products apart: its library is larger than the rest of the page. */
export async function loadLongGrid(): Promise<void> {
  loaded ??= (await import('./long-product-grid.tsx')).LongProductGrid
}

/** The grid, once it is loaded. */
export function longGrid(): typeof LongProductGrid | undefined {
  return loaded
}

// The first render has to match the server's HTML, so a page that opens with all products waits here.
const opensWithAll =
  !import.meta.env.SSR && new URLSearchParams(location.search).get('size') === 'all'
if (opensWithAll) await loadLongGrid()
