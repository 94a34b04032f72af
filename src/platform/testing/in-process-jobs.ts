import { resolve } from 'node:path'
import type { RunJob, WorkerPool } from '#platform/workers/worker-pool.server.ts'

/** Runs jobs in this process, which is faster for tests of their results. */
export const inProcessJobs: WorkerPool = () =>
  (async (job, ...args) => {
    const functions = await import(/* @vite-ignore */ resolve(job.module))
    return functions[job.function](...args)
  }) as RunJob
