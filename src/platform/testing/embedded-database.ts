import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/database/connection-pools.server.ts'
import { startEmbeddedServer } from '#platform/database/embedded/embedded-server.server.ts'
import { runningEmbeddedServer } from '#platform/database/embedded/running-server.server.ts'

/** Runs `work` on the embedded database in `dataDir`, which is created if absent; its shop may be running. */
export async function withEmbeddedDatabase<Result>(
  dataDir: string,
  work: (pool: pg.Pool, url: string) => Promise<Result>,
): Promise<Result> {
  const running = runningEmbeddedServer(dataDir)
  const server = running ? undefined : await startEmbeddedServer(dataDir)
  const url = running ?? server?.url ?? ''
  const pool = new pg.Pool({ connectionString: url })
  ignoreConnectionErrors(pool)
  try {
    return await work(pool, url)
  } finally {
    await pool.end()
    await server?.stop()
  }
}
