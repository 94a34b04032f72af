import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { ignoreConnectionErrors } from '#platform/database/connection-pools.server.ts'
import { createReset, type ResetConnection } from './database-reset.ts'

export type TestServer = {
  /** The URL of a server where databases may be created. */
  url: string
  /** The name of the migrated, empty database that tests copy. */
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

type Reset = () => Promise<boolean>

// Copying the template and dropping the copy takes longer than most tests, so the tests of a worker
// process hand their databases on, emptied. The global teardown stops the server with all of them.
const free: { name: string; reset: Reset }[] = []

/** A migrated, empty database on a PostgreSQL server. */
export async function openMigrated(server: TestServer) {
  const { name, reset } = free.pop() ?? (await copyTemplate(server))
  const url = databaseUrlOf(server.url, name)
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  ignoreConnectionErrors(pool)
  return {
    pool,
    url,
    close: async () => {
      await pool.end()
      // After a failed test, or a change of schema or rights, the database is not reused.
      const isEmptied = await reset().catch(() => false)
      if (isEmptied) free.push({ name, reset })
      else await runOnServer(server.url, `drop database ${name} with (force)`)
    },
  }
}

async function copyTemplate(server: TestServer): Promise<{ name: string; reset: Reset }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server.url, `create database ${name} template ${server.template}`)
  const url = databaseUrlOf(server.url, name)
  const empty = await onConnection(url, createReset)
  return { name, reset: () => onConnection(url, empty) }
}

/** Runs `use` on the only connection to a database. */
async function onConnection<Result>(
  url: string,
  use: (database: ResetConnection) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    return await use({
      query: async <Row>(text: string) => ({ rows: (await client.query(text)).rows as Row[] }),
      exec: (text) => client.query(text),
    })
  } finally {
    await client.end()
  }
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
