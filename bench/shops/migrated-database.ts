import { openDatabase } from '../../src/platform/database/database.server.ts'
import { readMigrations } from '../../src/platform/database/migration-files.server.ts'
import { startPostgres } from '../../src/platform/testing/postgres-server.ts'

/** Starts a private PostgreSQL server with the shop's empty tables; `stop` ends both. */
export async function openMigratedDatabase() {
  const server = await startPostgres({ durable: false })
  const { db, pool, close } = await openDatabase({
    databaseUrl: server.url,
    timeoutSeconds: 600,
  })
  const stop = async () => {
    await close()
    await server.stop()
  }
  try {
    for (const statements of Object.values(readMigrations())) await pool.query(statements)
  } catch (error) {
    await stop()
    throw error
  }
  return { db, pool, stop }
}
