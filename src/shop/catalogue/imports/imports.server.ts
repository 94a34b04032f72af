import type { Db } from '#platform/database/database.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import {
  claimLease,
  extendLease,
  extendOwnLease,
  finishRound,
} from '#platform/jobs/worker-lease.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { applyImport } from './apply/apply-import.server.ts'
import { compareImport } from './compare/compare-import.server.ts'
import { readImport } from './read/read-import.server.ts'
import { findImport, findNext } from './store/import-queries.server.ts'
import type { ImportStatus } from './store/product-import.ts'

export type ImportDeps = {
  db: Db
  images: ImageStore
  workers: WorkerPool
  clock: () => Date
  log: Log
}

export type Imports = Worker & {
  /** Reads and compares imports that wait for it. Resolves when none is left. */
  read: () => Promise<void>
  /** Applies and undoes imports that wait for it, one at a time. Resolves when none is left. */
  apply: () => Promise<void>
}

// A process that ends without notice is replaced after this time.
const LEASE_SECONDS = 15
const EXTEND_MS = 3_000
const POLL_INTERVAL_MS = 2_000

/**
 * Works on imports: whoever asks for a step calls it at once, and the worker goes on with what a process
 * left behind. Reading and applying have leases of their own, so that a file can be compared while
 * another one is applied.
 */
export function createImports(deps: ImportDeps): Imports {
  const { db, log } = deps
  let isStopping = false
  const read = createStep('import-reading', ['reading'], async (id, keepLease) => {
    const imported = await findImport(db, id)
    if (!imported) return
    if (!imported.isRead && !(await readImport(deps, imported, keepLease))) return
    const current = await findImport(db, id)
    if (current) await compareImport(deps, current, keepLease)
  })
  const apply = createStep('import-applying', ['applying', 'undoing'], async (id, keepLease) => {
    const imported = await findImport(db, id)
    if (imported) await applyImport(deps, imported, keepLease, () => isStopping)
  })

  /** Returns a function that processes waiting imports; calls meanwhile make it look again. */
  function createStep(
    lease: string,
    statuses: ImportStatus[],
    process: (id: string, keepLease: () => Promise<void>) => Promise<void>,
  ): () => Promise<void> {
    let running: Promise<void> | undefined
    let isAskedAgain = false
    const round = async () => {
      if (!(await findNext(db, statuses)) || !(await claimLease(db, lease, LEASE_SECONDS))) return
      const keepLease = createLeaseKeeper(db, lease)
      try {
        for (let next = await findNext(db, statuses); next && !isStopping; ) {
          await process(next.id, keepLease)
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

/** Extends a lease now and then. Throws when it has ended during a pause of this process. */
function createLeaseKeeper(db: Db, lease: string): () => Promise<void> {
  let extendedAt = performance.now()
  return async () => {
    const elapsed = performance.now() - extendedAt
    if (elapsed < EXTEND_MS) return
    extendedAt = performance.now()
    const isOurs =
      elapsed < LEASE_SECONDS * 1000 && (await extendOwnLease(db, lease, LEASE_SECONDS))
    if (!isOurs) throw new Error(`The lease ${lease} has ended`)
  }
}
