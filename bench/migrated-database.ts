import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../src/platform/database/database.server.ts'
import { startPostgres } from '../src/platform/testing/postgres-server.ts'

const MIGRATIONS = join(import.meta.dirname, '../db/migrations')

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
    for (const file of readdirSync(MIGRATIONS).sort()) {
      await pool.query(readFileSync(join(MIGRATIONS, file), 'utf8'))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { db, pool, stop }
}
