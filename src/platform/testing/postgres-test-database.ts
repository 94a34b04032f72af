import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { APPLICATION_NAME, collectOwnChanges } from '#platform/database/change-notices.server.ts'
import { ignoreConnectionErrors } from '#platform/database/database.server.ts'

export type TestServer = {
  /** The URL of a server where databases may be created. */
  url: string
  /** The name of the migrated, empty database that each test copies. */
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer | undefined
  }
}

/** A copy of the template on a PostgreSQL server, dropped when closed. */
export async function openCopyOfTemplate(server: TestServer) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server.url, `create database ${name} template ${server.template}`)
  const url = databaseUrlOf(server.url, name)
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    application_name: APPLICATION_NAME,
  })
  const ownChanges = collectOwnChanges(pool)
  ignoreConnectionErrors(pool)
  return {
    pool,
    ownChanges,
    url,
    close: async () => {
      await pool.end()
      await runOnServer(server.url, `drop database ${name} with (force)`)
    },
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
