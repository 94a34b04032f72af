import { useEffect } from 'react'
import type { PageParams } from '#platform/http/pagination.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { fetchProducts } from '#shop/catalogue/products-client.ts'
import type { Chunks } from '#shop/page/lists/chunks.ts'
import { useChunks } from '#shop/page/lists/use-chunks.ts'

/** How many products come with the page when all are asked for: whole rows of two to six columns. */
export const FIRST_CHUNK = 60
// The largest page that the API answers.
const CHUNK = 1000

/** `count` is null when it did not come. */
type Loaded = { products: Product[]; count: number | null; place: PageParams }

// Going back to the list shows at once what this tab had loaded; then it is fetched anew.
let lastSeen: Chunks<Product>['chunks'] = []

/**
 * The products of a page. When all are asked for, the others come in chunks, first the one that
 * `show(index)` named; `toolAt` answers undefined for a product that has not come yet.
 */
export function useAllProducts(loaded: Loaded) {
  const { products, count } = loaded
  const isLong = loaded.place.size === 'all' && products.length >= FIRST_CHUNK
  const { chunks, error, isLoading, show, retry } = useChunks({
    loaded,
    start: { chunks: isLong ? lastSeen : [], fetched: new Set() },
    count,
    size: CHUNK,
    isWanted: isLong,
    fetchChunk: fetchProducts,
  })

  useEffect(() => {
    if (chunks.length > 0) lastSeen = chunks
  }, [chunks])

  const first = chunks[0] ? 0 : products.length
  const loadedCount = chunks.reduce((sum, chunk) => sum + (chunk?.length ?? 0), first)
  return {
    loadedCount,
    /** How many there are in all; until the last one came, as many as were counted. */
    total: isLoading || error !== null ? Math.max(loadedCount, count ?? 0) : loadedCount,
    productAt: (index: number) =>
      chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ??
      (chunks[0] ? undefined : products[index]),
    show,
    isLoadingMore: isLoading,
    error,
    retry,
  }
}
