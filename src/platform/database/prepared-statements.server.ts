import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'
import { isAnswerOverdue } from './connection-errors.server.ts'

const MARK = /\/\* prepared ([\w-]+) \*\//

/**
 * Marks a statement that runs so often that each connection reads and plans it only once. It says
 * which columns it wants, by their names: `*` would fail once a migration has added one.
 */
export function prepared(name: string) {
  return sql.raw(`/* prepared ${name} */`)
}

/** The same pool for the query builder, whose connections prepare the statements that are marked. */
export function preparing(pool: pg.Pool): PostgresPool {
  // The query builder knows a connection again by its client.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? preparingClient(client)
      clients.set(client, known)
      return known
    },
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isOverdue = false
  const noteOverdue = (error: unknown) => {
    isOverdue ||= isAnswerOverdue(error)
    throw error
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not used here')
    const name = MARK.exec(text)?.[1]
    const given = { text, values: [...values] }
    return client.query(name === undefined ? given : { ...given, name }).catch(noteOverdue)
  }
  return { query, release: (destroy) => client.release(destroy || isOverdue) }
}
