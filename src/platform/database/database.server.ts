import { setTimeout } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'
import { APPLICATION_NAME, collectOwnChanges, type OwnChanges } from './change-notices.server.ts'
import type { DB } from './database-tables.ts'
import { openEmbedded } from './embedded-database.server.ts'
import { withPreparedStatements } from './prepared-statements.server.ts'

/** Typed access to the shop's tables; a transaction has the same type. */
export type Db = Kysely<DB>

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  /** The changes that this process makes through `db` and `pool`. */
  ownChanges: OwnChanges
  /** A description for the log: "embedded PostgreSQL in ./data". */
  description: string
  /**
   * Runs long work, such as migrations, without statement timeouts. On a server it uses a separate
   * connection.
   */
  maintenance: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs work that only one process at a time may do on this database; other processes wait. */
  withExclusiveLock: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

const MIN_POSTGRESQL_VERSION = 15
const CONNECTION_TIMEOUT_MS = 5_000
const RESPONSE_GRACE_MS = 5_000
const PING_TIMEOUT_MS = 2_000

// A calendar date has no time zone, so it stays text: '2026-03-01'.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Connects to the PostgreSQL server at `databaseUrl`, or opens the embedded database in `dataDir`.
 * A server cancels statements that take longer than `timeoutSeconds`. The embedded database can't,
 * so this process ends after twice that time. Throws a StartupError when the database can't be opened.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  timeoutSeconds = 15,
}: {
  databaseUrl: string | undefined
  dataDir: string
  timeoutSeconds?: number
}): Promise<OpenDatabase> {
  if (databaseUrl) return openServer(databaseUrl, timeoutSeconds * 1000)
  const { pool, ownChanges, maintenance, close } = await openEmbedded(
    dataDir,
    2 * timeoutSeconds * 1000,
  )
  const db = createDb(pool)
  return {
    db,
    pool,
    ownChanges,
    description: `embedded PostgreSQL in ${dataDir}`,
    maintenance: (work) => maintenance(() => work(db)),
    // DATA_DIR is locked, so there is no other process.
    withExclusiveLock: (work) => work(),
    close,
  }
}

/** Wraps a pool in the query builder: camelCase here, snake_case in the database. */
export function createDb(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function openServer(databaseUrl: string, timeoutMs: number): Promise<OpenDatabase> {
  const limits = timeLimits(timeoutMs)
  const pool = openPool(databaseUrl, { max: 20, application_name: APPLICATION_NAME, ...limits })
  const ownChanges = collectOwnChanges(pool)
  const db = createDb(pool)
  const maintenance = async <Result>(work: (db: Db) => Promise<Result>) => {
    const unlimited = openPool(databaseUrl, { max: 1 })
    return work(createDb(unlimited)).finally(() => unlimited.end())
  }
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    const version = rows.map((row) => Object.values(row)[0]).join()
    if (Number.parseInt(version, 10) < MIN_POSTGRESQL_VERSION) {
      throw new StartupError(
        `DATABASE_URL points to PostgreSQL ${version}: use version ${MIN_POSTGRESQL_VERSION} or newer.`,
      )
    }
    return {
      db,
      pool,
      ownChanges,
      description: `PostgreSQL ${version}`,
      maintenance,
      withExclusiveLock: (work) => maintenance((db) => withAdvisoryLock(db, work)),
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DATABASE_URL is not reachable (${reason(error)}): start that PostgreSQL server, correct the URL, or unset DATABASE_URL to use the embedded database.`,
    )
  }
}

function openPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const defaults = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, keepAlive: true }
  const pool = new pg.Pool({ ...poolConfig(databaseUrl), ...defaults, ...options })
  ignoreConnectionErrors(pool)
  return pool
}

/** Timeouts that the server enforces, and a longer one of the client in case the server is silent. */
function timeLimits(timeoutMs: number): pg.PoolConfig {
  return {
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    query_timeout: timeoutMs + RESPONSE_GRACE_MS,
  }
}

// The session holds the lock, so it is released when this process ends for any reason.
async function withAdvisoryLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const lock = sql`hashtextextended('forgewell start', 0)`
  return db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${lock})`.execute(db)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db)
    }
  })
}

function poolConfig(databaseUrl: string): pg.PoolConfig {
  if (!URL.canParse(databaseUrl)) {
    throw new StartupError(
      'DATABASE_URL is not a valid URL: write it as postgres://user:password@host:5432/database.',
    )
  }
  return { connectionString: databaseUrl }
}

/** Handles 'error' events of lost connections, which would otherwise end this process. */
export function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
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
