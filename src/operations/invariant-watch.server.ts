import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease, finishRound } from '#platform/jobs/worker-lease.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import { type CheckedUntil, checkChanges, currentPosition } from './invariant-changes.server.ts'
import { findViolations, type Violation } from './invariants.server.ts'

const EVERY_SECONDS = 60
const WHOLE_EVERY_SECONDS = 24 * 60 * 60
// How long another process waits before it takes over from one that died.
const LEASE_SECONDS = 10 * 60
// The full check pauses nine times as long as it works, so it uses a tenth of the database's time.
const REST_FACTOR = 9
const MAX_STORED = 500
const MAX_LOGGED = 20

export type InvariantWatch = Worker & {
  /** Checks recent changes now; updates log and metrics. */
  check: () => Promise<void>
}

/**
 * A worker that checks the invariants: recent changes every minute, the whole database once a day.
 * Violations are logged as errors. One process at a time checks; all show the result in their metrics.
 */
export function createInvariantWatch(deps: {
  db: Db
  log: Log
  metrics: Pick<Metrics, 'gauge'>
}): InvariantWatch {
  const { db, log, metrics } = deps
  const updateGauges = createStateGauges(metrics)

  const store = async (violations: Violation[], until: CheckedUntil, started: number) => {
    const stored = JSON.stringify(violations.slice(0, MAX_STORED))
    await db
      .updateTable('invariantCheck')
      .set({ ...until, violations: stored, checkedAt: sql<Date>`now()` })
      .set({ seconds: (performance.now() - started) / 1000 })
      .execute()
    if (violations.length === 0) return log.debug('All invariants hold')
    const { length } = violations
    log.error({ violations: violations.slice(0, MAX_LOGGED) }, `${length} invariants are violated`)
  }
  const check = async () => {
    const started = performance.now()
    const last = await readState(db)
    const { violations, until } = await checkChanges(db, last, last.violations)
    await store(violations, until, started)
    updateGauges(await readState(db))
  }
  /** Returns false when it was aborted. */
  const checkAll = async (stopping: AbortSignal): Promise<boolean> => {
    const started = performance.now()
    const until = await currentPosition(db, await readState(db))
    const rest = async (workedMs: number) => {
      await extendLease(db, 'invariants', LEASE_SECONDS)
      await setTimeout(REST_FACTOR * workedMs, null, { signal: stopping }).catch(() => null)
      return !stopping.aborted
    }
    const violations = await findViolations(db, rest)
    if (!stopping.aborted) await store(violations, until, started)
    return !stopping.aborted
  }

  const turn = async (stopping: AbortSignal) => {
    if (await claimLease(db, 'invariants', LEASE_SECONDS)) {
      const isWhole = await claimLease(db, 'invariants-whole', WHOLE_EVERY_SECONDS)
      if (!isWhole) await check()
      else if (await checkAll(stopping)) await finishRound(db, 'invariants-whole', WHOLE_EVERY_SECONDS)
      else await extendLease(db, 'invariants-whole', 0)
      const release = stopping.aborted ? extendLease : finishRound
      await release(db, 'invariants', EVERY_SECONDS)
    }
    updateGauges(await readState(db))
  }
  const onError = (error: unknown) => log.error(error, 'Invariant check failed')
  const pauseMs = EVERY_SECONDS * 1000
  return { ...createWorker({ pauseMs, run: ({ drain }) => turn(drain), onError }), check }
}

type State = CheckedUntil & { violations: Violation[]; checkedAt: Date | null; seconds: number }

async function readState(db: Db): Promise<State> {
  const row = await db.selectFrom('invariantCheck').selectAll().executeTakeFirstOrThrow()
  return { ...row, violations: row.violations as Violation[] }
}

function createStateGauges({ gauge }: Pick<Metrics, 'gauge'>): (state: State) => void {
  const broken = gauge('shop_invariant_violations', 'Rows that violate an invariant')
  const checkedAt = gauge(
    'shop_invariants_checked_timestamp_seconds',
    'Time of the last invariant check; 0 before the first one',
  )
  const took = gauge('shop_invariants_check_seconds', 'Duration of the last invariant check')
  return (state) => {
    broken.set(state.violations.length)
    checkedAt.set((state.checkedAt?.getTime() ?? 0) / 1000)
    took.set(state.seconds)
  }
}
