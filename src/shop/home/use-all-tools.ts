import { useEffect, useState } from 'react'
import type { ListPlace } from '#platform/http/pagination.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { fetchProducts } from '#shop/catalogue/products-client.ts'

/** How many tools come with the page when all are asked for: whole rows of two to six columns. */
export const FIRST_CHUNK = 60
// The largest page that the API answers.
const CHUNK = 1000

/** `count` is null when it did not come. */
type Loaded = { tools: Product[]; count: number | null; place: ListPlace }
type Chunks = readonly (readonly Product[] | undefined)[]
type More = { after: Loaded; chunks: Chunks; fetched: ReadonlySet<number>; error: unknown }

// Going back to the list shows at once what this tab had loaded; then it is fetched anew.
let lastSeen: Chunks = []

/**
 * The tools of a page. When all are asked for, the others come in chunks, first the one that
 * `show(index)` named; `toolAt` answers undefined for a tool that has not come yet.
 */
export function useAllTools(loaded: Loaded) {
  const [more, setMore] = useState<More>(() => startOf(loaded))
  const [shown, setShown] = useState(0)
  const { chunks, fetched, error } = more.after === loaded ? more : startOf(loaded)
  const { tools, count } = loaded
  const next = error || isWhole(loaded) ? undefined : nextChunk(fetched, chunks, count, shown)

  useEffect(() => {
    if (next === undefined) return
    let isWanted = true
    void fetchProducts(CHUNK, next)
      .catch(asFailure)
      .then((answer) => {
        if (!isWanted) return
        setMore((now) => withAnswer(now.after === loaded ? now : startOf(loaded), next, answer))
      })
    return () => {
      isWanted = false
    }
  }, [next, loaded])

  useEffect(() => {
    if (chunks.length > 0) lastSeen = chunks
  }, [chunks])

  const first = chunks[0] ? 0 : tools.length
  const loadedCount = chunks.reduce((sum, chunk) => sum + (chunk?.length ?? 0), first)
  return {
    loadedCount,
    /** How many there are in all; until the last one came, as many as were counted. */
    total: next === undefined && !error ? loadedCount : Math.max(loadedCount, count ?? 0),
    toolAt: (index: number) =>
      chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? (chunks[0] ? undefined : tools[index]),
    show: (index: number) => setShown(Math.floor(index / CHUNK)),
    isLoadingMore: next !== undefined,
    error,
    retry: () => setMore((now) => ({ ...now, error: null })),
  }
}

function startOf(loaded: Loaded): More {
  const chunks = isWhole(loaded) ? [] : lastSeen
  return { after: loaded, chunks, fetched: new Set(), error: null }
}

function isWhole({ place, tools }: Loaded): boolean {
  return place.size !== 'all' || tools.length < FIRST_CHUNK
}

function nextChunk(
  fetched: ReadonlySet<number>,
  chunks: Chunks,
  count: number | null,
  shown: number,
) {
  // A short chunk is the last one, whatever was counted.
  const short = chunks.findIndex((chunk, index) => fetched.has(index) && chunk?.length !== CHUNK)
  const counted = count === null ? Number.POSITIVE_INFINITY : Math.ceil(count / CHUNK)
  const end = short === -1 ? counted : short + 1
  if (shown < end && !fetched.has(shown)) return shown
  let lowest = 0
  while (fetched.has(lowest)) lowest += 1
  return lowest < end ? lowest : undefined
}

function withAnswer(now: More, index: number, answer: Product[] | { error: unknown }): More {
  if (!Array.isArray(answer)) return { ...now, error: answer.error }
  const chunks = Array.from({ length: Math.max(now.chunks.length, index + 1) }, (_, place) =>
    place === index ? answer : now.chunks[place],
  )
  const isLast = answer.length < CHUNK
  return {
    ...now,
    chunks: isLast ? chunks.slice(0, index + 1) : chunks,
    fetched: new Set(now.fetched).add(index),
  }
}

const asFailure = (error: unknown) => ({ error: error ?? 'unknown' })
