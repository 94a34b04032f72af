import { useEffect, useEffectEvent, useState } from 'react'
import { type Chunks, nextChunk, withChunk } from './chunks.ts'

type ChunkedList<Item> = {
  /** The page's loader data: new data restarts the list. */
  loaded: object
  /** The chunks available at the start. */
  start: Chunks<Item>
  /** The number of items; null if unknown. */
  count: number | null
  /** The number of items in a chunk. */
  size: number
  /** Whether to fetch chunks at all. */
  isWanted: boolean
  fetchChunk: (size: number, index: number) => Promise<Item[]>
}

/**
 * Fetches a list chunk by chunk, starting with the one last passed to `show(index)`. After a
 * failure, `error` is set and nothing is fetched until `retry()`.
 */
export function useChunks<Item>(list: ChunkedList<Item>) {
  const { loaded, count, size } = list
  const begin = { of: loaded, list: list.start, error: null as unknown }
  const [stored, setStored] = useState(begin)
  const [wanted, setWanted] = useState(0)
  const now = stored.of === loaded ? stored : begin
  const isWaiting = list.isWanted && now.error === null
  const next = isWaiting ? nextChunk(now.list, { count, size, wanted }) : undefined

  const fetchChunk = useEffectEvent((index: number) => list.fetchChunk(size, index))
  const change = useEffectEvent((changed: { list: Chunks<Item> } | { error: unknown }) =>
    setStored({ ...now, ...changed }),
  )
  const receive = useEffectEvent((index: number, chunk: Item[]) =>
    change({ list: withChunk(now.list, index, chunk, size) }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data restarts the list
  useEffect(() => {
    if (next === undefined) return
    let isCurrent = true
    fetchChunk(next).then(
      (chunk) => isCurrent && receive(next, chunk),
      (error: unknown) => isCurrent && change({ error: error ?? 'unknown' }),
    )
    return () => {
      isCurrent = false
    }
  }, [next, loaded])

  return {
    chunks: now.list.chunks,
    error: now.error,
    isLoading: next !== undefined,
    show: (index: number) => setWanted(Math.floor(index / size)),
    retry: () => setStored({ ...now, error: null }),
  }
}
