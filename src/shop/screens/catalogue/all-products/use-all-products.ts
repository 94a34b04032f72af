import { useEffect } from 'react'
import type { PageParams } from '#platform/http/pagination.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { catalogueApi } from '#shop/search/catalogue-client.ts'
import type { Chunks } from '#web/lists/chunks.ts'
import { useChunks } from '#web/lists/use-chunks.ts'

/** The number of products in the first response when all are shown: whole rows of two to six columns. */
export const FIRST_CHUNK = 60
// The API's largest page.
const CHUNK = 1000

// A page with all products requests the next chunk before it is hydrated.
const opensWithAll = !import.meta.env.SSR && new URLSearchParams(location.search).get('size') === 'all'
const fetchProducts = (size: number, page: number) => catalogueApi.products.$get({ query: { size, page } })
let early = opensWithAll ? fetchProducts(CHUNK, 0) : undefined
early?.catch(() => {})

function fetchChunk(size: number, page: number): Promise<Product[]> {
  if (page > 0 || !early) return fetchProducts(size, page)
  const first = early
  early = undefined
  return first.catch(() => fetchProducts(size, page))
}

/** `count` is null when it failed to load. */
type Loaded = { products: Product[]; count: number | null; pageParams: PageParams }

// Returning to the list shows this tab's loaded products immediately, then refetches them.
// Only to the same user, because others have other prices.
let lastSeen: { viewer: string | undefined; chunks: Chunks<Product>['chunks'] } | undefined

/**
 * The products of a page. When all are shown, the rest is fetched in chunks, starting with the one
 * last passed to `show(index)`; `productAt` returns undefined for a product that is not loaded yet.
 */
export function useAllProducts(loaded: Loaded) {
  const { products, count } = loaded
  const isLong = loaded.pageParams.size === 'all' && products.length >= FIRST_CHUNK
  const viewer = useCurrentUser()?.uid
  const seen = isLong && lastSeen?.viewer === viewer ? (lastSeen?.chunks ?? []) : []
  const { chunks, error, isLoading, show, retry } = useChunks({
    loaded,
    start: { chunks: seen, fetched: new Set() },
    count,
    size: CHUNK,
    isWanted: isLong,
    fetchChunk,
  })

  useEffect(() => {
    if (chunks.length > 0) lastSeen = { viewer, chunks }
  }, [chunks, viewer])

  const first = chunks[0] ? 0 : products.length
  const loadedCount = chunks.reduce((sum, chunk) => sum + (chunk?.length ?? 0), first)
  return {
    loadedCount,
    /** The total; until the last chunk is loaded, the server's count. */
    total: isLoading || error !== null ? Math.max(loadedCount, count ?? 0) : loadedCount,
    productAt: (index: number) =>
      chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? (chunks[0] ? undefined : products[index]),
    show,
    isLoadingMore: isLoading,
    error,
    retry,
  }
}
