import pg from 'pg'
import { startPostgres } from '#platform/testing/postgres-server.ts'
import { addressOf, runOnServer } from '#platform/testing/postgres-test-database.ts'
import { AUTH_SECRET, type Ground, type Grounds, makeDataDir, SETTINGS } from './environment.ts'
import { makeFirstData } from './seed.ts'

/** A private PostgreSQL server with its durability switched on; `folder` is temporary. */
export async function openPostgresqlGrounds(
  folder: string,
): Promise<Grounds | { skipped: string }> {
  const server = await startPostgres()
  if ('skipped' in server) return server
  const address = (name: string) => addressOf(server.url, name)
  let opened = 0

  const open = async (): Promise<Ground> => {
    opened += 1
    const name = `ground_${opened}`
    await runOnServer(server.url, `create database ${name} template first_data`)
    const dataDir = makeDataDir(folder)
    return {
      dataDir,
      settings: { ...SETTINGS, DATA_DIR: dataDir, AUTH_SECRET, DATABASE_URL: address(name) },
      ask: (question) => withPool(address(name), question),
      server,
    }
  }
  try {
    await runOnServer(server.url, 'create database first_data')
    await withPool(address('first_data'), makeFirstData)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { name: 'postgresql', open, close: server.stop }
}

async function withPool<Found>(
  url: string,
  question: (pool: pg.Pool) => Promise<Found>,
): Promise<Found> {
  const pool = new pg.Pool({ connectionString: url })
  return question(pool).finally(() => pool.end())
}
