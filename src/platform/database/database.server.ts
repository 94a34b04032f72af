import { setTimeout } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '#platform/log.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { APPLICATION_NAME, collectOwnChanges, type OwnChanges } from './change-notices.server.ts'
import { isPooled, openPool, timeLimits } from './connection-pools.server.ts'
import type { DB } from './database-tables.ts'
import { withPreparedStatements } from './prepared-statements.server.ts'
import { createPublicReads, type PublicReads } from './replicas/public-reads.server.ts'
import { followReplica } from './replicas/replica.server.ts'
import { withReplicas } from './replicas/replica-routing.server.ts'

/** Typed access to the shop's tables; a transaction has the same type. */
export type Db = Kysely<DB>

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  /** The changes that this process makes through `db` and `pool`. */
  ownChanges: OwnChanges
  /** A description for the operator: "PostgreSQL 18.4". */
  description: string
  /** Runs long work, such as migrations, on a separate connection without statement timeouts. */
  maintenance: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs work that only one process at a time may do on this database; other processes wait. */
  withExclusiveLock: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Where visitors read; absent without replicas. */
  publicReads?: PublicReads
  close: () => Promise<void>
}

const MIN_POSTGRESQL_VERSION = 15
const DEFAULT_TIMEOUT_SECONDS = 15
const DEFAULT_MAX_LAG_SECONDS = 1
/** The most connections of one process to the primary, and to each replica. */
const MAX_CONNECTIONS = 20
const REPLICA_CONNECTIONS = 10
const REPLICA_TIMEOUT_MS = 3_000
const PING_TIMEOUT_MS = 2_000

// A calendar date has no time zone, so it stays text: '2026-03-01'.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type DatabaseOptions = {
  databaseUrl: string
  /** A URL that bypasses the connection pooler of `databaseUrl`. */
  directUrl?: string | undefined
  /** URLs of read replicas. */
  readUrls?: readonly string[]
  /** How far a replica may be behind. */
  maxLagSeconds?: number
  /** The most connections of this process. */
  maxConnections?: number
  timeoutSeconds?: number
  /** Warns of replicas that can't be used. */
  log?: Log
}

/**
 * Connects to the PostgreSQL server at `databaseUrl`, which cancels statements that take longer than
 * `timeoutSeconds`. Throws a StartupError when it is not reachable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, directUrl = databaseUrl, maxConnections = MAX_CONNECTIONS, log } = options
  const timeoutMs = (options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000
  const limits = timeLimits(timeoutMs)
  const poolOptions = { max: maxConnections, application_name: APPLICATION_NAME, ...limits }
  const pool = openPool(databaseUrl, poolOptions)
  const ownChanges = collectOwnChanges(pool)
  const maintenance = async <Result>(work: (db: Db) => Promise<Result>) => {
    const unlimited = openPool(directUrl, { max: 1 })
    return work(createDb(unlimited)).finally(() => unlimited.end())
  }
  try {
    const version = await serverVersion(pool)
    if (Number.parseInt(version, 10) < MIN_POSTGRESQL_VERSION) {
      throw new StartupError(
        `DATABASE_URL points to PostgreSQL ${version}: use version ${MIN_POSTGRESQL_VERSION} or newer.`,
      )
    }
    // A pooler lends out another connection than the one that prepared a statement.
    const isBehindPooler = await isPooled(pool)
    const primary = withPreparedStatements(pool, !isBehindPooler)
    const publicReads = openReplicas(options, pool, log)
    const database: OpenDatabase = {
      db: createDb(publicReads ? withReplicas(primary) : primary),
      pool,
      ownChanges,
      description: `PostgreSQL ${version}${isBehindPooler ? ' through a connection pooler' : ''}`,
      maintenance,
      withExclusiveLock: (work) => maintenance((db) => withAdvisoryLock(db, work)),
      ...(publicReads && { publicReads }),
      close: async () => {
        await publicReads?.stop()
        await pool.end()
      },
    }
    return database
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DATABASE_URL is not reachable (${reason(error)}): start that PostgreSQL server, correct the URL, or unset DATABASE_URL to use the PostgreSQL server that the shop brings.`,
    )
  }
}

/** Wraps a pool in the query builder: camelCase here, snake_case in the database. */
export function createDb(pool: pg.Pool | PostgresPool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: pool instanceof pg.Pool ? withPreparedStatements(pool) : pool,
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}

function openReplicas(
  { readUrls = [], maxLagSeconds = DEFAULT_MAX_LAG_SECONDS }: DatabaseOptions,
  primary: pg.Pool,
  log: Log | undefined,
): PublicReads | undefined {
  if (readUrls.length === 0 || !log) return undefined
  // A replica that hangs must not keep visitors waiting for long.
  const options = { ...timeLimits(REPLICA_TIMEOUT_MS), max: REPLICA_CONNECTIONS }
  return createPublicReads((lastChange) =>
    readUrls.map((url) =>
      followReplica({
        name: new URL(url).host,
        pool: openPool(url, { ...options, application_name: APPLICATION_NAME }),
        primary,
        maxLagMs: maxLagSeconds * 1000,
        lastChange,
        log,
      }),
    ),
  )
}

// A transaction holds the lock, so that it works through a pooler too, and is released when this
// process ends for any reason.
async function withAdvisoryLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (db) => {
    for (const limit of ['idle_in_transaction_session', 'lock', 'statement'])
      await sql.raw(`set local ${limit}_timeout = 0`).execute(db)
    await sql`select pg_advisory_xact_lock(hashtextextended('forgewell start', 0))`.execute(db)
    return work()
  })
}

/** Whether the database responds within two seconds. */
export async function isReachable(db: Db): Promise<boolean> {
  const controller = new AbortController()
  const timeout = setTimeout(PING_TIMEOUT_MS, false, { signal: controller.signal })
  const ping = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([ping, timeout]).finally(() => {
    timeout.catch(() => {})
    controller.abort()
  })
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
