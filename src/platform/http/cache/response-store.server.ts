import { LRUCache } from 'lru-cache'
import type { Change } from '#platform/database/change-notices.server.ts'
import type { CachedResponse } from './cached-response.server.ts'

const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** Stores responses by path and query, at most 64 MB, with the tables and row ids each depends on. */
export function createResponseStore() {
  const dependents = new Map<string, Set<string>>()
  const responses = new LRUCache<string, { response: CachedResponse; tables: readonly string[] }>({
    maxSize: MAX_TOTAL_BYTES,
    // Compressed copies are smaller than the original; each id also has an entry in `dependents`.
    sizeCalculation: ({ response: { byteLength, ids } }, key) =>
      2 * byteLength + 2 * key.length + 200 * ids.size + 1000,
    dispose: ({ response, tables }, key) => {
      for (const name of [...response.ids, ...tables]) {
        const keys = dependents.get(name)
        keys?.delete(key)
        if (keys?.size === 0) dependents.delete(name)
      }
    },
  })
  return {
    get: (key: string) => responses.get(key)?.response,
    /** Stores a response for `ttl` ms, or until one of its tables or rows changes. */
    set: (key: string, response: CachedResponse, tables: readonly string[], ttl: number) => {
      responses.set(key, { response, tables }, { ttl })
      if (!responses.has(key)) return
      for (const name of [...response.ids, ...tables]) {
        const keys = dependents.get(name)
        if (keys) keys.add(key)
        else dependents.set(name, new Set([key]))
      }
    },
    /** Drops what depends on the change, and returns its keys. */
    drop: (change: Change): string[] => {
      if (change === 'everything') {
        responses.clear()
        return []
      }
      const keys = new Set(change.flatMap((name) => [...(dependents.get(name) ?? [])]))
      for (const key of keys) responses.delete(key)
      return [...keys]
    },
  }
}
