import { setTimeout } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'
import { APPLICATION_NAME, hearOwnChanges, type OwnChanges } from './change-notices.server.ts'
import type { DB } from './database-tables.ts'
import { openEmbedded } from './embedded-database.server.ts'
import { preparing } from './prepared-statements.server.ts'

/** Typed access to the shop's tables. The first parameter of every query, and of a transaction. */
export type Db = Kysely<DB>

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  /** What this process changes through `db` and `pool`. */
  ownChanges: OwnChanges
  /** Which database answers, for people: "embedded PostgreSQL 18.1 in ./data". */
  description: string
  /**
   * Runs long work, such as migrations, without the time limits of ordinary statements. On a server
   * it has a connection of its own.
   */
  maintenance: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs work that one process at a time may do on this database; the others wait. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

const OLDEST_POSTGRESQL = 15
const CONNECTION_LIMIT_MS = 5_000
const ANSWER_LIMIT_MS = 5_000
const SIGN_OF_LIFE_MS = 2_000

// A day of the calendar has no time zone: keep it as written, '2026-03-01'.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Opens the PostgreSQL server at `databaseUrl`, or the embedded database in `dataDir` without one.
 * A statement that takes longer than `timeoutSeconds` is cancelled by a server. The embedded
 * database can't do that: twice the time, and it counts as dead and this process ends.
 * Throws a StartupError that names the remedy when the database can't be opened.
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
    // DATA_DIR is locked: there is no other process.
    inTurn: (work) => work(),
    close,
  }
}

/** Wraps a pool in the query builder: camelCase here, snake_case in the database. */
export function createDb(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function openServer(databaseUrl: string, timeoutMs: number): Promise<OpenDatabase> {
  const limits = timeLimits(timeoutMs)
  const pool = openPool(databaseUrl, { max: 20, application_name: APPLICATION_NAME, ...limits })
  const ownChanges = hearOwnChanges(pool)
  const db = createDb(pool)
  const maintenance = async <Result>(work: (db: Db) => Promise<Result>) => {
    const unlimited = openPool(databaseUrl, { max: 1 })
    return work(createDb(unlimited)).finally(() => unlimited.end())
  }
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    const version = rows.map((row) => Object.values(row)[0]).join()
    if (Number.parseInt(version, 10) < OLDEST_POSTGRESQL) {
      throw new StartupError(
        `DATABASE_URL leads to PostgreSQL ${version}: use version ${OLDEST_POSTGRESQL} or newer.`,
      )
    }
    return {
      db,
      pool,
      ownChanges,
      description: `PostgreSQL ${version}`,
      maintenance,
      inTurn: (work) => maintenance((db) => lockedForOthers(db, work)),
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DATABASE_URL does not answer (${reason(error)}): start that PostgreSQL server or correct the address, or unset DATABASE_URL to use the embedded database.`,
    )
  }
}

function openPool(databaseUrl: string, more: pg.PoolConfig): pg.Pool {
  const limits = { connectionTimeoutMillis: CONNECTION_LIMIT_MS, keepAlive: true }
  const pool = new pg.Pool({ ...poolConfig(databaseUrl), ...limits, ...more })
  keepAliveWhenConnectionsDie(pool)
  return pool
}

/** The server cancels what takes too long; where it says nothing at all, the client gives up. */
function timeLimits(timeoutMs: number): pg.PoolConfig {
  return {
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    query_timeout: timeoutMs + ANSWER_LIMIT_MS,
  }
}

// Held by the session: it is free again when this process ends, however it ends.
async function lockedForOthers<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
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
      'DATABASE_URL is no address: write it as postgres://user:password@host:5432/database.',
    )
  }
  return { connectionString: databaseUrl }
}

/** A connection whose server dies says 'error'; unheard, that would end this process. */
export function keepAliveWhenConnectionsDie(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Asks the database for a sign of life; no answer within two seconds is none. */
export async function isAnswering(db: Db): Promise<boolean> {
  const waiting = new AbortController()
  const tooLong = setTimeout(SIGN_OF_LIFE_MS, false, { signal: waiting.signal })
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, tooLong]).finally(() => {
    tooLong.catch(() => {})
    waiting.abort()
  })
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
