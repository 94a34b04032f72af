import { createFairQueue, type QueueOwner } from '#platform/jobs/fair-queue.server.ts'
import {
  type JobOptions,
  startWorkerProcess,
  type WorkerKind,
  type WorkerProcess,
} from './worker-process.server.ts'

// biome-ignore lint/suspicious/noExplicitAny: any function of plain data can be a job
type Work = (...args: any[]) => Promise<unknown> | AsyncGenerator<unknown, unknown>
type ResultOf<Job extends Work> =
  ReturnType<Job> extends AsyncGenerator<unknown, infer Result> ? Result : Awaited<ReturnType<Job>>

/**
 * A function of a source file that runs in another process: what takes more than 20 ms of processor
 * time would delay all other requests. Its file is read from the sources: the bundle does not have it.
 */
export type WorkerJob<Job extends Work> = {
  kind: WorkerKind
  module: string
  function: string
  /** Only in the types: what the function takes and returns; a generator yields parts for `onPart`. */
  type?: Job
}

/**
 * Runs a job with plain data as arguments. Throws a 503 when too many wait or its process was killed, and a
 * WorkerFailure.
 */
export type RunJob = <Job extends Work>(
  job: WorkerJob<Job>,
  ...args: Parameters<Job>
) => Promise<ResultOf<Job>>

export type WorkerPool = (owner: QueueOwner, options?: JobOptions) => RunJob

/** Whose turn jobs get that no request waits for. */
export const shopJobs: QueueOwner = { network: 'shop', account: '' }

const LIMITS = {
  // One kind can't take all: whoever sends workbooks does not stop documents.
  atOnce: 2,
  perKind: 1,
  waiting: 100,
  // Who waits gets an answer before the connection is idle for too long.
  waitMs: 45_000,
}

export function createWorkerPool(limits = LIMITS): WorkerPool {
  const inTurn = createFairQueue(limits)
  const waiting = createWaitingProcesses()
  return (owner, options) =>
    ((job, ...args) =>
      inTurn(
        owner,
        async () => {
          const { kind, module, function: name } = job
          const worker = waiting.take(kind) ?? startWorkerProcess(kind)
          let isKept = false
          try {
            const result = await worker.call({ module, function: name, args }, options)
            isKept = kind.keepMs !== undefined
            return result
          } finally {
            if (isKept) waiting.keep(kind, worker)
            else worker.end()
          }
        },
        job.kind.name,
      )) as RunJob
}

/** Processes between two jobs of their kind. */
function createWaitingProcesses() {
  const processes = new Map<string, { worker: WorkerProcess; timer: NodeJS.Timeout }>()
  return {
    take: ({ name }: WorkerKind): WorkerProcess | undefined => {
      const running = processes.get(name)
      processes.delete(name)
      clearTimeout(running?.timer)
      return running?.worker.isAlive() ? running.worker : undefined
    },
    keep: (kind: WorkerKind, worker: WorkerProcess): void => {
      const timer = setTimeout(() => {
        processes.delete(kind.name)
        worker.end()
      }, kind.keepMs).unref()
      processes.set(kind.name, { worker, timer })
    },
  }
}
