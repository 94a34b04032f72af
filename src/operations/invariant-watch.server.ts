import type { Db } from '#platform/database/database.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Metrics } from '#platform/metrics.server.ts'
import { findViolations } from './invariants.server.ts'

const EVERY_MS = 60_000
// A large shop has one database connection when it is embedded: the check gets two percent of it.
const REST_FOR_WORK = 50
const MOST_LOGGED = 20

export type InvariantWatch = Worker & {
  /** Checks now, and tells log and metrics. */
  check: () => Promise<void>
}

/** Asks every minute whether stock, orders and money agree, and raises the alarm when they do not. */
export function createInvariantWatch(outside: {
  db: Db
  log: Log
  metrics: Pick<Metrics, 'gauge'>
}): InvariantWatch {
  const { db, log, metrics } = outside
  const broken = metrics.gauge('shop_invariant_violations', 'Rows that break a rule of the shop')
  const checkedAt = metrics.gauge(
    'shop_invariants_checked_timestamp_seconds',
    'When the rules were last checked; 0 before the first time',
  )
  const took = metrics.gauge('shop_invariants_check_seconds', 'How long the last check took')

  const check = async () => {
    const started = performance.now()
    const violations = await findViolations(db)
    broken.set(violations.length)
    checkedAt.setToCurrentTime()
    took.set((performance.now() - started) / 1000)
    if (violations.length === 0) return log.debug('All invariants hold')
    const { length } = violations
    log.error({ violations: violations.slice(0, MOST_LOGGED) }, `${length} invariants are violated`)
  }
  let notBefore = performance.now() + EVERY_MS
  const turn = async () => {
    const started = performance.now()
    if (started < notBefore) return
    await check()
    notBefore = started + REST_FOR_WORK * (performance.now() - started)
  }
  const onError = (error: unknown) => log.error(error, 'The invariants could not be checked')
  return { ...createWorker({ restMs: EVERY_MS, turn, onError }), check }
}
