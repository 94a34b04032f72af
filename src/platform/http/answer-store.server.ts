import { LRUCache } from 'lru-cache'
import type { Change } from '#platform/database/change-notices.server.ts'
import type { CachedAnswer } from './cached-answer.server.ts'

const LARGEST_TOTAL_BYTES = 64 * 1024 * 1024

/** Answers by their address, at most 64 MB of them, and what each depends on. */
export function createAnswerStore() {
  const dependents = new Map<string, Set<string>>()
  const answers = new LRUCache<string, { answer: CachedAnswer; tables: readonly string[] }>({
    maxSize: LARGEST_TOTAL_BYTES,
    // Its encoded forms are smaller than the plain one; each id has an entry among the dependents.
    sizeCalculation: ({ answer: { byteLength, ids } }, key) =>
      2 * byteLength + 2 * key.length + 200 * ids.size + 1000,
    dispose: ({ answer, tables }, key) => {
      for (const name of [...answer.ids, ...tables]) {
        const keys = dependents.get(name)
        keys?.delete(key)
        if (keys?.size === 0) dependents.delete(name)
      }
    },
  })
  return {
    get: (key: string) => answers.get(key)?.answer,
    /** Keeps it until one of the tables or of the rows that it shows changes, or for `ttl` ms. */
    set: (key: string, answer: CachedAnswer, tables: readonly string[], ttl: number) => {
      answers.set(key, { answer, tables }, { ttl })
      if (!answers.has(key)) return
      for (const name of [...answer.ids, ...tables]) {
        const keys = dependents.get(name)
        if (keys) keys.add(key)
        else dependents.set(name, new Set([key]))
      }
    },
    drop: (change: Change) => {
      if (change === 'everything') return answers.clear()
      for (const name of change) {
        for (const key of [...(dependents.get(name) ?? [])]) answers.delete(key)
      }
    },
  }
}
