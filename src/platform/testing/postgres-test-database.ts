import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/database/connection-pools.server.ts'
import { createReset, type Reset } from './database-reset.ts'

export type TestServer = {
  /** The URL of a server where databases may be created. */
  url: string
  /** The URL for the connections of tests; by a socket, if the server is on this machine. */
  socketUrl: string
  /** The name of the migrated, empty database that tests copy. */
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

// Copying the template, dropping the copy and new connections take longer than most tests, so the tests
// of a worker process hand their databases on, emptied, with their connections. The global teardown
// stops the server with all of them.
const free: HandedOn[] = []
const freeWithSimulators: HandedOn[] = []

type HandedOn = {
  name: string
  pool: pg.Pool
  /** Empties the database. Not a connection of the pool, which would lose its plans by the change of role. */
  cleaner: pg.Client
  reset: Reset
}

/**
 * A migrated, empty database on a PostgreSQL server. `mayHaveSimulators` leaves the simulators' empty
 * schemas in it, which take longer to drop and create than most tests run.
 */
export async function openMigrated(server: TestServer, { mayHaveSimulators = false } = {}) {
  const handedOn = mayHaveSimulators ? freeWithSimulators : free
  const database = handedOn.pop() ?? (await copyTemplate(server, mayHaveSimulators))
  const { name, pool: shared, cleaner, reset } = database
  const pool = lend(shared)
  return {
    pool,
    url: databaseUrlOf(server.url, name),
    close: async () => {
      const isIdle = shared.idleCount === shared.totalCount
      await pool.end()
      // After a failed test, or a change of schema or rights, the database is not reused.
      const isEmptied = isIdle && (await reset(cleaner).catch(() => false))
      if (isEmptied) return void handedOn.push(database)
      await Promise.all([shared.end(), cleaner.end()])
      await runOnServer(server.url, `drop database ${name} with (force)`)
    },
  }
}

async function copyTemplate(server: TestServer, keepsSimulators: boolean): Promise<HandedOn> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server.url, `create database ${name} template ${server.template}`)
  const options = {
    connectionString: databaseUrlOf(server.socketUrl, name),
    application_name: name,
  }
  const pool = new pg.Pool({ ...options, max: 20, idleTimeoutMillis: 0 })
  ignoreConnectionErrors(pool)
  const cleaner = new pg.Client(options)
  cleaner.on('error', () => {})
  await cleaner.connect()
  return { name, pool, cleaner, reset: await createReset(cleaner, { keepsSimulators }) }
}

/** A view of a pool, which one test may end without ending the connections. */
function lend(shared: pg.Pool): pg.Pool {
  let isEnded = false
  const end = async () => {
    isEnded = true
  }
  return new Proxy(shared, {
    get: (_, name) => {
      if (name === 'end') return end
      if (name === 'ended' || name === 'ending') return isEnded
      if (isEnded && (name === 'connect' || name === 'query')) return refuse
      const value = shared[name as keyof pg.Pool]
      return typeof value === 'function' ? value.bind(shared) : value
    },
  })
}

async function refuse(): Promise<never> {
  throw new Error('The test that used these connections is over')
}

/** Runs one statement on a new connection. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The URL of another database on the same server. */
export function databaseUrlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = database
  return url.href
}
