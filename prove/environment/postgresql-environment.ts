import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/database/connection-pools.server.ts'
import { requirePostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import {
  type PostgresOptions,
  type PostgresServer,
  startPostgres,
} from '#platform/testing/postgres-server.ts'
import { databaseUrlOf, runOnServer } from '#platform/testing/postgres-test-database.ts'
import { seed } from '#prove/seed.ts'
import {
  AUTH_SECRET,
  type Environment,
  type Environments,
  makeDataDir,
  type NewEnvironment,
  SETTINGS,
} from './environment.ts'

/** An environment with a PostgreSQL server of its own. */
export type ServerEnvironment = Environment & {
  server: PostgresServer
  close: () => Promise<void>
}

/**
 * Environments on a private server of this machine's PostgreSQL, the oldest version that is supported,
 * with full durability; data folders go into `folder`.
 */
export async function openPostgresqlEnvironments(
  folder: string,
): Promise<Environments & { server: PostgresServer }> {
  const server = await startPostgres({ programs: requirePostgresBinaries() })
  const urlOf = (name: string) => databaseUrlOf(server.url, name)
  let opened = 0

  const open = async ({ empty = false, folder: own }: NewEnvironment = {}): Promise<Environment> => {
    if (own) return openOwn(own)
    opened += 1
    const name = `environment_${opened}`
    await runOnServer(server.url, `create database ${name} template ${empty ? 'template0' : 'seed'}`)
    const dataDir = makeDataDir(folder)
    if (empty) rmSync(join(dataDir, 'secrets'), { recursive: true })
    return {
      dataDir,
      settings: { ...SETTINGS, DATA_DIR: dataDir, AUTH_SECRET, DATABASE_URL: urlOf(name) },
      query: (work) => withPool(urlOf(name), work),
      server,
    }
  }
  try {
    await runOnServer(server.url, 'create database seed')
    await withPool(urlOf('seed'), seed)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { name: 'postgresql', server, open, close: server.stop }
}

/** An environment with a server of its own, all of it in `folder`. */
async function openOwn(folder: string): Promise<Environment> {
  const environment = await openServer(makeDataDir(folder), { parent: folder })
  await environment.query(seed)
  return environment
}

/** An environment with this data folder and a server of its own, whose database is as it starts. */
export async function openServer(dataDir: string, options: PostgresOptions): Promise<ServerEnvironment> {
  const server = await startPostgres({ programs: requirePostgresBinaries(), ...options })
  return {
    dataDir,
    settings: { ...SETTINGS, DATA_DIR: dataDir, AUTH_SECRET, DATABASE_URL: server.url },
    query: (work) => withPool(server.url, work),
    server,
    close: server.stop,
  }
}

async function withPool<Result>(url: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url })
  ignoreConnectionErrors(pool)
  return work(pool).finally(() => pool.end())
}
