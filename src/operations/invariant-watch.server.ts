import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import { claimLease, extendLease } from '#platform/jobs/worker-lease.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import { type CheckedUntil, checkChanges, presentMoment } from './invariant-changes.server.ts'
import { findViolations, type Violation } from './invariants.server.ts'

const EVERY_SECONDS = 60
const WHOLE_EVERY_SECONDS = 24 * 60 * 60
// A process that dies in its turn is followed by another one after this time.
const LEASE_SECONDS = 10 * 60
// The whole check gets a tenth of the database: it has a day.
const REST_FOR_WORK = 9
const MOST_KEPT = 500
const MOST_LOGGED = 20

export type InvariantWatch = Worker & {
  /** Checks now what changed, and tells log and metrics. */
  check: () => Promise<void>
}

/**
 * Asks every minute whether stock, orders and money agree in all that changed, and once a day
 * everywhere; raises the alarm when they do not. One process at a time does so, and all show the
 * result in their metrics.
 */
export function createInvariantWatch(outside: {
  db: Db
  log: Log
  metrics: Pick<Metrics, 'gauge'>
}): InvariantWatch {
  const { db, log, metrics } = outside
  const show = showState(metrics)

  const keep = async (violations: Violation[], until: CheckedUntil, started: number) => {
    const kept = JSON.stringify(violations.slice(0, MOST_KEPT))
    await db
      .updateTable('invariantCheck')
      .set({ ...until, violations: kept, checkedAt: sql<Date>`now()` })
      .set({ seconds: (performance.now() - started) / 1000 })
      .execute()
    if (violations.length === 0) return log.debug('All invariants hold')
    const { length } = violations
    log.error({ violations: violations.slice(0, MOST_LOGGED) }, `${length} invariants are violated`)
  }
  const check = async () => {
    const started = performance.now()
    const last = await readState(db)
    const { violations, until } = await checkChanges(db, last, last.violations)
    await keep(violations, until, started)
    show(await readState(db))
  }
  /** False when it was broken off. */
  const checkAll = async (stopping: AbortSignal): Promise<boolean> => {
    const started = performance.now()
    const until = await presentMoment(db, await readState(db))
    const rest = async (workedMs: number) => {
      await extendLease(db, 'invariants', LEASE_SECONDS)
      await setTimeout(REST_FOR_WORK * workedMs, null, { signal: stopping }).catch(() => null)
      return !stopping.aborted
    }
    const violations = await findViolations(db, rest)
    if (!stopping.aborted) await keep(violations, until, started)
    return !stopping.aborted
  }

  const turn = async (stopping: AbortSignal) => {
    if (await claimLease(db, 'invariants', LEASE_SECONDS)) {
      const isWhole = await claimLease(db, 'invariants-whole', WHOLE_EVERY_SECONDS)
      if (!isWhole) await check()
      else if (!(await checkAll(stopping))) await extendLease(db, 'invariants-whole', 0)
      await extendLease(db, 'invariants', EVERY_SECONDS)
    }
    show(await readState(db))
  }
  const onError = (error: unknown) => log.error(error, 'The invariants could not be checked')
  const restMs = EVERY_SECONDS * 1000
  return { ...createWorker({ restMs, turn: ({ soon }) => turn(soon), onError }), check }
}

type State = CheckedUntil & { violations: Violation[]; checkedAt: Date | null; seconds: number }

async function readState(db: Db): Promise<State> {
  const row = await db.selectFrom('invariantCheck').selectAll().executeTakeFirstOrThrow()
  return { ...row, violations: row.violations as Violation[] }
}

function showState({ gauge }: Pick<Metrics, 'gauge'>): (state: State) => void {
  const broken = gauge('shop_invariant_violations', 'Rows that break a rule of the shop')
  const checkedAt = gauge(
    'shop_invariants_checked_timestamp_seconds',
    'When the rules were last checked; 0 before the first time',
  )
  const took = gauge('shop_invariants_check_seconds', 'How long the last check took')
  return (state) => {
    broken.set(state.violations.length)
    checkedAt.set((state.checkedAt?.getTime() ?? 0) / 1000)
    took.set(state.seconds)
  }
}
