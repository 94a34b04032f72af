import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'
import type { DB } from './database-tables.ts'
import { openEmbedded } from './embedded-database.server.ts'
import { preparing } from './prepared-statements.server.ts'

/** Typed access to the shop's tables. The first parameter of every query, and of a transaction. */
export type Db = Kysely<DB>

export type OpenDatabase = {
  db: Db
  pool: pg.Pool
  /** Which database answers, for people: "embedded PostgreSQL 18.1 in ./data". */
  description: string
  close: () => Promise<void>
}

const OLDEST_POSTGRESQL = 15

// A day of the calendar has no time zone: keep it as written, '2026-03-01'.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

/**
 * Opens the PostgreSQL server at `databaseUrl`, or the embedded database in `dataDir` without one.
 * Throws a StartupError that names the remedy when that is not possible.
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined
  dataDir: string
}): Promise<OpenDatabase> {
  if (settings.databaseUrl) return openServer(settings.databaseUrl)
  const { pool, close } = await openEmbedded(settings.dataDir)
  const db = createDb(pool)
  return { db, pool, description: `embedded PostgreSQL in ${settings.dataDir}`, close }
}

/** Wraps a pool in the query builder: camelCase here, snake_case in the database. */
export function createDb(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function openServer(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ ...poolConfig(databaseUrl), max: 20, connectionTimeoutMillis: 5_000 })
  keepAliveWhenConnectionsDie(pool)
  const db = createDb(pool)
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    const version = rows.map((row) => Object.values(row)[0]).join()
    if (Number.parseInt(version, 10) < OLDEST_POSTGRESQL) {
      throw new StartupError(
        `DATABASE_URL leads to PostgreSQL ${version}: use version ${OLDEST_POSTGRESQL} or newer.`,
      )
    }
    return { db, pool, description: `PostgreSQL ${version}`, close: () => pool.end() }
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DATABASE_URL does not answer (${reason(error)}): start that PostgreSQL server or correct the address, or unset DATABASE_URL to use the embedded database.`,
    )
  }
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

// SQLSTATE classes 08 (connection), 53 (resources) and 57 (operator), a session that the server
// ended because it stood still (25P03, 25P04), and what sockets and name servers say.
const CONNECTION_LOST =
  /^(08|53|57)\w{3}$|^25P0[34]$|^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/

// node-postgres gives no code to connections that ended or were not had in time. The last is what a
// transaction's own rollback hears, and then hides the first error.
const CONNECTION_LOST_TEXTS = [
  /^Connection terminated/,
  /^timeout (exceeded when trying to connect|expired)$/,
  /^Client .* is not queryable$/,
]

/** Asks the database for a sign of life. */
export function isAnswering(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Whether the database did not answer, rather than refuse: the same again may well succeed. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  // No socket file is ENOENT, which said of any other file means something else.
  if ('syscall' in error && error.syscall === 'connect') return true
  if ('code' in error && typeof error.code === 'string') return CONNECTION_LOST.test(error.code)
  return CONNECTION_LOST_TEXTS.some((text) => text.test(error.message))
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
