import pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'

const CONNECTION_TIMEOUT_MS = 5_000
const RESPONSE_GRACE_MS = 5_000

/** Opens a pool of connections to a server, which survives lost connections. */
export function openPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const defaults = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, keepAlive: true }
  const pool = new pg.Pool({ ...poolConfig(databaseUrl), ...defaults, ...options })
  ignoreConnectionErrors(pool)
  return pool
}

/** Timeouts that the server enforces, and a longer one of the client in case the server is silent. */
export function timeLimits(timeoutMs: number): pg.PoolConfig {
  return {
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    query_timeout: timeoutMs + RESPONSE_GRACE_MS,
  }
}

function poolConfig(databaseUrl: string): pg.PoolConfig {
  if (!URL.canParse(databaseUrl)) {
    throw new StartupError(
      'DATABASE_URL is not a valid URL: write it as postgres://user:password@host:5432/database, with special characters of the password percent-encoded (# as %23).',
    )
  }
  return { connectionString: databaseUrl }
}

/** Handles 'error' events of lost connections, which would otherwise end this process. */
export function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** Whether a connection pooler is in between, which does not report the server's process id. */
export async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return 'processID' in client && rows[0]?.pid !== client.processID
  } finally {
    client.release()
  }
}
