import { setTimeout } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/database-tables.ts'
import { StartupError } from '#platform/startup-error.ts'
import { isPooled, openPool, timeLimits } from './connection-pools.server.ts'
import { withPreparedStatements } from './prepared-statements.server.ts'
import { dropSilentConnections } from './silent-server.server.ts'

/** The application name of a running shop's connections. */
export const RUNNING_SHOP = 'forgewell'

/** Typed access to the shop's tables; a transaction has the same type. */
export type Db = Kysely<DB>

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  description: string
  /** Runs long work, such as migrations, on a separate connection without statement timeouts. */
  maintenance: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs work that only one process at a time may do on this database; other processes wait. */
  withExclusiveLock: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

const MIN_POSTGRESQL_VERSION = 15
const DEFAULT_TIMEOUT_SECONDS = 15
const MAX_CONNECTIONS = 20
const PING_TIMEOUT_MS = 2_000

// A calendar date has no time zone, so it stays text: '2026-03-01'.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type DatabaseOptions = {
  databaseUrl: string
  /** A URL that bypasses the connection pooler of `databaseUrl`. */
  directUrl?: string | undefined
  timeoutSeconds?: number
  /** Keeps a connection open, by which other programs detect a running shop. */
  isShop?: boolean
}

/** No server answers at a database's URL. */
export class DatabaseUnreachable extends StartupError {}

/**
 * Connects to the PostgreSQL server at `databaseUrl`, which cancels statements that take longer than
 * `timeoutSeconds`. Throws a DatabaseUnreachable or another StartupError.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, directUrl = databaseUrl } = options
  const timeoutMs = (options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000
  const limits = timeLimits(timeoutMs)
  const running = options.isShop && { application_name: RUNNING_SHOP, min: 1 }
  const pool = openPool(databaseUrl, { max: MAX_CONNECTIONS, ...running, ...limits })
  if (options.isShop) dropSilentConnections(pool, databaseUrl)
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
    // With a pooler, a prepared statement may belong to another connection.
    const isBehindPooler = await isPooled(pool)
    return {
      db: createDb(withPreparedStatements(pool, !isBehindPooler)),
      pool,
      description: `PostgreSQL ${version}${isBehindPooler ? ' through a connection pooler' : ''}`,
      maintenance,
      withExclusiveLock: (work) => maintenance((db) => withAdvisoryLock(db, work)),
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    throw (
      refusedLogin(error) ??
      new DatabaseUnreachable(
        `DATABASE_URL is not reachable (${reason(error)}): start that PostgreSQL server, correct the URL, or unset DATABASE_URL to use the PostgreSQL server that the shop brings.`,
      )
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

// The lock is held by a transaction, so it works through a pooler and is released when this process
// ends.
async function withAdvisoryLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (db) => {
    for (const limit of ['idle_in_transaction_session', 'lock', 'statement'])
      await sql.raw(`set local ${limit}_timeout = 0`).execute(db)
    await sql`select pg_advisory_xact_lock(hashtextextended('forgewell start', 0))`.execute(db)
    return work()
  })
}

/** Whether the database responds within two seconds. */
export function isReachable(db: Db): Promise<boolean> {
  return respondsWithin(PING_TIMEOUT_MS, sql`select 1`.execute(db))
}

/** Whether `work` succeeds within `limitMs`; it goes on otherwise, and its error is ignored. */
export async function respondsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const controller = new AbortController()
  const timeout = setTimeout(limitMs, false, { signal: controller.signal })
  const answered = work.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, timeout]).finally(() => {
    timeout.catch(() => {})
    controller.abort()
  })
}

/** The server is reachable, but not with this user, password or database. */
function refusedLogin(error: unknown): StartupError | null {
  const { code } = Object(error)
  if (typeof code !== 'string' || !/^28|^3D000$/.test(code)) return null
  return new StartupError(
    `The server of DATABASE_URL refuses the shop (${reason(error)}): correct user, password and database in the URL, or create them (docs/operations/server.md).`,
  )
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
