import { setTimeout } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { Log } from '#platform/log.server.ts'

const CHECK_EVERY_MS = 100
const MAX_LAG_MS = 1000

type Replica = {
  pool: PostgresPool
  /** Whether it has everything committed on the primary up to a second ago. */
  isCurrent: () => boolean
  leaveOut: (error: unknown) => void
  stop: () => Promise<void>
}

/**
 * Watches how far a replica is behind. A replica that has replayed the primary's position has
 * everything that was committed when the primary was asked, so no clocks are compared, and a replica
 * that is cut off is noticed.
 */
export function watchReplica(
  pool: pg.Pool,
  reads: PostgresPool,
  primary: pg.Pool,
  { name, log }: { name: string; log: Pick<Log, 'warn' | 'info'> },
): Replica {
  const stopping = new AbortController()
  let currentAt = Number.NEGATIVE_INFINITY
  let isLeftOut = false

  const leaveOut = (error: unknown) => {
    if (!isLeftOut)
      log.warn(error, `The replica ${name} is not used: visitors read from the primary`)
    isLeftOut = true
    currentAt = Number.NEGATIVE_INFINITY
  }
  const pause = () => setTimeout(CHECK_EVERY_MS, undefined, stopping).catch(() => {})
  const check = async () => {
    const askedAt = performance.now()
    const { rows } = await primary.query('select pg_current_wal_lsn()::text as position')
    while (!stopping.signal.aborted) {
      const replayed = await pool.query(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_all where pg_is_in_recovery()',
        [rows[0].position],
      )
      if (!replayed.rows[0]) throw new Error('This server is no replica')
      if (replayed.rows[0].has_all) break
      await pause()
    }
    if (isLeftOut) log.info(`The replica ${name} is back`)
    isLeftOut = false
    currentAt = askedAt
  }
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await check().catch(leaveOut)
      await pause()
    }
  }
  const watching = watch()
  return {
    pool: reads,
    isCurrent: () => performance.now() - currentAt <= MAX_LAG_MS,
    leaveOut,
    stop: async () => {
      stopping.abort()
      await watching
      await pool.end()
    },
  }
}

/**
 * A pool of connections to up-to-date replicas, round-robin, otherwise to the primary. A statement that
 * fails on a replica, because it is lost or read-only, is repeated on the primary, unless the
 * connection was used before, for example to begin a transaction.
 */
export function replicasOrPrimary(replicas: Replica[], primary: PostgresPool): PostgresPool {
  let turn = 0
  const connect = async (): Promise<PostgresPoolClient> => {
    turn += 1
    const current = replicas.filter((replica) => replica.isCurrent())
    const replica = current[turn % current.length]
    if (!replica) return primary.connect()
    try {
      return withFallback(await replica.pool.connect(), replica, primary)
    } catch (error) {
      replica.leaveOut(error)
      return primary.connect()
    }
  }
  return { options: primary.options, end: async () => {}, connect }
}

function withFallback(
  first: PostgresPoolClient,
  replica: Replica,
  primary: PostgresPool,
): PostgresPoolClient {
  let client = first
  let isFirstStatement = true
  const run = async (text: string, values: readonly unknown[]) => {
    const mayRepeat = isFirstStatement
    isFirstStatement = false
    try {
      return await client.query(text, values)
    } catch (error) {
      const isLost = isServerLost(error)
      if (isLost) replica.leaveOut(error)
      if (!mayRepeat || !(isLost || Object(error).code === READ_ONLY)) throw error
      client.release(isLost)
      client = await primary.connect()
      return client.query(text, values)
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not used here')
    return run(text, values)
  }
  return { query, release: (destroy) => client.release(destroy) }
}

const READ_ONLY = '25006'

/** Whether the server failed, not only this statement. */
function isServerLost(error: unknown): boolean {
  const { code } = Object(error)
  return typeof code !== 'string' || /^(08|53|57P|E)/.test(code)
}
