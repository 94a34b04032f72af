import { useEffect, useEffectEvent, useState } from 'react'
import { type Chunks, nextChunk, withChunk } from './chunks.ts'

type ChunkedList<Item> = {
  /** What the page loaded: other data starts the list over. */
  loaded: object
  /** What is here before the first chunk is asked for. */
  start: Chunks<Item>
  /** How many items were counted; null when that is not known. */
  count: number | null
  /** How many items a chunk holds. */
  size: number
  /** Whether chunks are asked for at all. */
  isWanted: boolean
  fetchChunk: (size: number, index: number) => Promise<Item[]>
}

/**
 * Loads a list chunk by chunk, first the one that `show(index)` named. After a failure, `error` is
 * not null and nothing more is asked for until `retry()`.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other data asks anew
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
