import type { Db } from '#platform/database/database.server.ts'
import { isUnavailable } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease, finishRound, recordRound } from '#platform/jobs/worker-lease.server.ts'
import type { Log } from '#platform/log.server.ts'
import { userText } from '#platform/text.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { WorkerInterrupted } from '#platform/workers/worker-process.server.ts'
import { INTERRUPTED } from '#shop/tables/files/file-limits.ts'
import { applyImport } from './apply/apply-import.server.ts'
import { compareImport } from './compare/compare-import.server.ts'
import { readImport } from './read/read-import.server.ts'
import { endImport, findImport, findNext, type StoredImport } from './store/import-queries.server.ts'
import type { ImportStatus } from './store/product-import.ts'
import {
  LEASE_SECONDS,
  LeaseEnded,
  RowFault,
  StepCancelled,
  type StepWatch,
  watchStep,
} from './store/watch-step.server.ts'

export type ImportDeps = {
  db: Db
  images: ImageStore
  workers: WorkerPool
  clock: () => Date
  log: Log
}

export type Imports = Worker & {
  read: () => Promise<void>
  /** Applies and undoes imports that wait for it, one at a time. Resolves when none is left. */
  apply: () => Promise<void>
}

const POLL_INTERVAL_MS = 2_000
const IDLE_ROUND_MS = 60_000

/**
 * Works on imports: whoever asks for a step calls it at once, and the worker goes on with what a process
 * left behind. Reading and applying have leases of their own, so that a file can be compared while
 * another one is applied.
 */
export function createImports(deps: ImportDeps): Imports {
  const { db, log } = deps
  let isStopping = false
  const read = createStep('import-reading', ['reading'], async (imported, watch) => {
    if (!imported.isRead && !(await readImport(deps, imported, watch))) return
    const current = await findImport(db, imported.id)
    if (current) await compareImport(deps, current, watch.keepLease)
  })
  const apply = createStep('import-applying', ['applying', 'undoing'], (imported, watch) =>
    applyImport(deps, imported, watch.keepLease, () => isStopping),
  )

  /** Returns a function that processes waiting imports; calls meanwhile make it look again. */
  function createStep(
    lease: string,
    statuses: ImportStatus[],
    process: (imported: StoredImport, watch: StepWatch) => Promise<void>,
  ): () => Promise<void> {
    let running: Promise<void> | undefined
    let isAskedAgain = false
    let seenAt = Number.NEGATIVE_INFINITY
    const processOne = async (next: StoredImport) => {
      try {
        await watchStep(db, lease, next, (watch) => process(next, watch))
      } catch (error) {
        if (error instanceof StepCancelled) return
        if (mayPass(error)) throw error
        log.error({ err: error, importId: next.id }, 'An import failed')
        const status = next.status === 'reading' ? 'refused' : 'failed'
        await endImport(db, next, status, problemOf(error))
      }
      await recordRound(db, lease)
    }
    const round = async () => {
      if (!(await findNext(db, statuses))) {
        if (performance.now() - seenAt < IDLE_ROUND_MS) return
        seenAt = performance.now()
        return recordRound(db, lease)
      }
      if (!(await claimLease(db, lease, LEASE_SECONDS))) return
      try {
        for (let next = await findNext(db, statuses); next && !isStopping; ) {
          await processOne(next)
          next = await findNext(db, statuses)
        }
        await finishRound(db, lease, 0)
      } catch (error) {
        // Later, because the cause may be a disk or database that is full or away.
        await extendLease(db, lease, LEASE_SECONDS).catch(() => undefined)
        throw error
      }
    }
    return () => {
      isAskedAgain = true
      running ??= (async () => {
        while (isAskedAgain && !isStopping) {
          isAskedAgain = false
          await round()
        }
      })().finally(() => {
        running = undefined
      })
      return running
    }
  }

  const worker = createWorker({
    pauseMs: POLL_INTERVAL_MS,
    run: () => Promise.all([read(), apply()]),
    onError: (error) => log.error(error, 'An import of products failed; it will be retried'),
  })
  return {
    start: worker.start,
    stop: () => {
      isStopping = true
      return worker.stop()
    },
    read,
    apply,
  }
}

/** Whether another try may succeed: the database, the files or the time is at fault, not the import. */
function mayPass(error: unknown): boolean {
  const isBusy = error instanceof HttpRefusal && error.status === 503
  const isInterrupted = error instanceof WorkerInterrupted
  return isUnavailable(error) || error instanceof LeaseEnded || (isBusy && !isInterrupted)
}

function problemOf(error: unknown): string {
  if (error instanceof WorkerInterrupted) return INTERRUPTED
  const where = error instanceof RowFault ? `row ${error.position}` : 'this file'
  const reason = error instanceof Error ? error.message : String(error)
  return `The shop has an error with ${where}: ${userText(reason, 200)}`
}
