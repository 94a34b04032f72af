import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { StartupError } from '#platform/startup-error.ts'

/**
 * Runs pg_dump or pg_restore on the database of `databaseUrl`. Throws a StartupError when the
 * program is missing or fails, with its own message.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  args: string[],
  databaseUrl: string,
): Promise<void> {
  // Not as an argument, which every user of the machine can read.
  const child = spawn(tool, args, {
    env: { ...process.env, ...connectionOf(databaseUrl) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  const ended = once(child, 'close').catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing
      ? new StartupError(
          `${tool} was not found: install the PostgreSQL client programs (Debian and Ubuntu: apt install postgresql-client), at least as new as the server.`,
        )
      : error
  })
  const [code] = await ended
  if (code !== 0) throw new StartupError(`${tool} failed: ${(await said).trim()}`)
}

/** The environment variables of libpq for a connection URL. */
function connectionOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl)
  const sslMode = url.searchParams.get('sslmode')
  return {
    PGHOST: url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }),
    ...(sslMode && { PGSSLMODE: sslMode }),
  }
}
