import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'
import { isQueryTimeout } from './connection-errors.server.ts'

const MARK = /\/\* prepared ([\w-]+) \*\//

/**
 * Marks a frequent statement that each connection should prepare. It must list its columns: with
 * `*`, it fails once a migration adds one.
 */
export function prepared(name: string) {
  return sql.raw(`/* prepared ${name} */`)
}

/**
 * Wraps a pool for Kysely so that its connections prepare marked statements, unless `prepares` is
 * false: behind a pooler, a prepared statement may belong to another connection.
 */
export function withPreparedStatements(pool: pg.Pool, prepares = true): PostgresPool {
  // Kysely identifies a connection by its client object.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparedStatementClient(client, prepares)
      clients.set(client, known)
      return known
    },
  }
}

function preparedStatementClient(client: pg.PoolClient, prepares: boolean): PostgresPoolClient {
  let isOverdue = false
  const noteOverdue = (error: unknown) => {
    isOverdue ||= isQueryTimeout(error)
    throw error
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not used here')
    const name = prepares ? MARK.exec(text)?.[1] : undefined
    const given = { text, values: [...values] }
    return client.query(name === undefined ? given : { ...given, name }).catch(noteOverdue)
  }
  return { query, release: (destroy) => client.release(destroy || isOverdue) }
}
