import { resolve } from 'node:path'
import type { RunJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'

/** Runs jobs in this process, which is faster for tests of their results. */
export const inProcessJobs: WorkerPool = (_owner, { onPart, signal } = {}) =>
  (async (job, ...args) => {
    const functions = await import(/* @vite-ignore */ resolve(job.module))
    const working = functions[job.function](...args)
    if (!(Symbol.asyncIterator in working)) return working
    for (;;) {
      const { done, value } = await working.next()
      signal?.throwIfAborted()
      if (done) return value
      await onPart?.(value)
    }
  }) as RunJob
