import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Chunks, nextChunk, withChunk } from './chunks.ts'

type ChunkedList<Item> = {
  /** The page's loader data: new data restarts the list. */
  loaded: object
  start: Chunks<Item>
  /** The number of items; null if unknown. */
  count: number | null
  size: number
  isWanted: boolean
  fetchChunk: (size: number, index: number) => Promise<Item[]>
}

/** Concurrent requests, so that the shop works while the browser reads. */
const REQUESTS = 3

/**
 * Fetches the chunks of a list, starting with the one last passed to `show(index)`. After a failure,
 * `error` is set and nothing is fetched until `retry()`.
 */
export function useChunks<Item>(list: ChunkedList<Item>) {
  const { loaded, count, size } = list
  const begin = { of: loaded, list: list.start, error: null as unknown }
  const [stored, setStored] = useState(begin)
  const [requested, setRequested] = useState(0)
  const now = stored.of === loaded ? stored : begin
  const isWaiting = list.isWanted && now.error === null
  const next = isWaiting ? nextChunk(now.list, { count, size, asked: requested }) : undefined
  const requests = useRef(new Map<number, Promise<Item[]>>())

  const start = (index: number): Promise<Item[]> => {
    const running = requests.current.get(index)
    if (running !== undefined) return running
    const request = list.fetchChunk(size, index)
    // A failure is reported when its chunk is next.
    request.catch(() => {})
    requests.current.set(index, request)
    return request
  }
  const request = useEffectEvent((index: number): Promise<Item[]> => {
    const request = start(index)
    const end = Math.ceil((count ?? 0) / size)
    for (let other = 0; other < end && requests.current.size < REQUESTS; other++) {
      if (!now.list.fetched.has(other)) void start(other)
    }
    return request
  })
  const change = useEffectEvent((changed: { list: Chunks<Item> } | { error: unknown }) =>
    setStored({ ...now, ...changed }),
  )
  const receive = useEffectEvent((index: number, chunk: Item[]) => {
    requests.current.delete(index)
    change({ list: withChunk(now.list, index, chunk, size) })
  })
  const fail = useEffectEvent((error: unknown) => {
    requests.current.clear()
    change({ error: error ?? 'unknown' })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what new data replace is out of date
  useEffect(() => () => requests.current.clear(), [loaded])

  // biome-ignore lint/correctness/useExhaustiveDependencies: new data restarts the list
  useEffect(() => {
    if (next === undefined) return
    let isCurrent = true
    request(next).then(
      (chunk) => isCurrent && receive(next, chunk),
      (error: unknown) => isCurrent && fail(error),
    )
    return () => {
      isCurrent = false
    }
  }, [next, loaded])

  return {
    chunks: now.list.chunks,
    error: now.error,
    isLoading: next !== undefined,
    show: (index: number) => setRequested(Math.floor(index / size)),
    retry: () => setStored({ ...now, error: null }),
  }
}
