import { useEffect, useState } from 'react'
import type { ListPlace } from '#platform/http/pagination.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { fetchProducts } from '#shop/catalogue/products-client.ts'

/** How many tools come at once when all are asked for: whole rows of two to six columns. */
export const CHUNK = 120

type Loaded = { tools: Product[]; count: number; place: ListPlace }
type More = { after: Loaded; chunks: Product[][]; failed: boolean }

/**
 * The tools of a page in chunks; when all are asked for, more chunks come while the browser is idle.
 * `retry` asks again for a chunk that failed.
 */
export function useAllTools(loaded: Loaded) {
  const [more, setMore] = useState<More>({ after: loaded, chunks: [], failed: false })
  const { chunks, failed } = more.after === loaded ? more : { chunks: [], failed: false }
  const last = chunks.at(-1) ?? loaded.tools
  const isLoadingMore = loaded.place.size === 'all' && last.length === CHUNK && !failed
  const nextPage = chunks.length + 1

  useEffect(() => {
    if (!isLoadingMore) return
    return whenIdle(async (signal) => {
      const chunk = await fetchProducts(CHUNK, nextPage).catch(() => null)
      if (signal.aborted) return
      setMore((more) => {
        const before = more.after === loaded ? more.chunks : []
        return { after: loaded, chunks: chunk ? [...before, chunk] : before, failed: !chunk }
      })
    })
  }, [isLoadingMore, nextPage, loaded])

  return {
    chunks: [loaded.tools, ...chunks],
    isLoadingMore,
    failed,
    retry: () => setMore((more) => ({ ...more, failed: false })),
  }
}

// Safari has no requestIdleCallback.
function whenIdle(work: (signal: AbortSignal) => Promise<void>): () => void {
  const controller = new AbortController()
  const run = () => void work(controller.signal)
  const isKnown = typeof requestIdleCallback === 'function'
  const ticket = isKnown ? requestIdleCallback(run, { timeout: 500 }) : setTimeout(run, 50)
  return () => {
    controller.abort()
    if (isKnown) cancelIdleCallback(ticket as number)
    else clearTimeout(ticket)
  }
}
