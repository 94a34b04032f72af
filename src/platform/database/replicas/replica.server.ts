import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#platform/log.server.ts'

const POLL_MS = 20
// A replica may be far behind; only its newest positions matter.
const MAX_SAMPLES = 100

/** A position in the primary's write-ahead log, when it was asked for, and the last change known then. */
type Sample = { position: bigint; askedAt: number; change: number }

export type Replica = {
  pool: pg.Pool
  /** The number of the last change that it has; undefined if it may be staler than allowed. */
  hasChangesUntil: () => number | undefined
  /** The number of the last change that need not be remembered for it. */
  needsNoneUntil: () => number
  /** Asks soon, because something has changed. */
  checkSoon: () => void
  /** Excludes the replica until a check succeeds. */
  fail: (error: unknown) => void
  stop: () => Promise<void>
}

/**
 * Follows how far a replica has replayed the primary's write-ahead log. A replica that has reached a
 * position has everything that was committed when the primary was asked for it, so no clocks are compared,
 * and a replica that is cut off from its primary is noticed.
 */
export function followReplica({
  name,
  pool,
  primary,
  maxLagMs,
  lastChange,
  log,
}: {
  /** Its name in the log. */
  name: string
  pool: pg.Pool
  primary: pg.Pool
  maxLagMs: number
  /** The number of the last change that this process knows of. */
  lastChange: () => number
  log: Pick<Log, 'warn' | 'info'>
}): Replica {
  const everyMs = Math.max(POLL_MS, maxLagMs / 4)
  const stopping = new AbortController()
  let samples: Sample[] = []
  let reached: Sample | undefined
  let sampledAt = Number.NEGATIVE_INFINITY
  let isFailed = false
  let failed = 0
  let wake = () => {}

  const samplePrimary = async () => {
    const failures = failed
    const sample = { askedAt: performance.now(), change: lastChange() }
    const { rows } = await primary.query<{ position: string }>(
      'select pg_current_wal_insert_lsn()::text as position',
    )
    if (failed !== failures) return
    sampledAt = sample.askedAt
    samples.push({ ...sample, position: positionOf(rows[0]?.position) })
    samples = samples.slice(-MAX_SAMPLES)
  }

  const compare = async () => {
    const { rows } = await pool.query<{ standby: boolean; position: string | null }>(
      'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position',
    )
    if (!rows[0]?.standby) throw new Error('This server is no replica')
    const replayed = positionOf(rows[0].position)
    const last = samples.findLastIndex(({ position }) => position <= replayed)
    if (last >= 0) reached = samples[last]
    samples = samples.slice(last + 1)
    if (isFailed) log.info(`The replica ${name} is back`)
    isFailed = false
  }

  const fail = (error: unknown) => {
    if (!isFailed)
      log.warn(error, `The replica ${name} is not used: visitors read from the primary`)
    isFailed = true
    // While the replica is excluded, changes are no longer kept for it: it must reach a new sample
    // before it is used again.
    failed += 1
    reached = undefined
    samples = []
    sampledAt = Number.NEGATIVE_INFINITY
  }

  const isDue = () => performance.now() - sampledAt >= everyMs
  const follow = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (isDue() || (samples.at(-1) ?? reached)?.change !== lastChange()) await samplePrimary()
        await compare()
      } catch (error) {
        if (stopping.signal.aborted) return
        fail(error)
      }
      const isWaiting = samples.length > 0 && !isFailed
      const { promise: woken, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const pause = setTimeout(isWaiting ? POLL_MS : everyMs, undefined, stopping)
      await Promise.race([pause, isFailed ? pause : woken]).catch(() => {})
    }
  }
  const following = follow()

  return {
    pool,
    hasChangesUntil: () =>
      reached && performance.now() - reached.askedAt <= maxLagMs ? reached.change : undefined,
    needsNoneUntil: () => (isFailed ? Number.POSITIVE_INFINITY : (reached?.change ?? 0)),
    checkSoon: () => wake(),
    fail,
    stop: async () => {
      stopping.abort()
      await following
      await pool.end()
    },
  }
}

/** A position such as 16/B374D848 as a number. */
function positionOf(text: string | null | undefined): bigint {
  const [high = '0', low = '0'] = (text ?? '0/0').split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
