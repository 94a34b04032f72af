import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { withPreparedStatements } from '#platform/database/prepared-statements.server.ts'
import { currentReading, type Reading } from './public-reads.server.ts'
import type { Replica } from './replica.server.ts'

const READ = /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i
const WRITE = /\b(insert|update|delete|merge|share|nextval|set_config|pg_notify|pg_advisory\w*)\b/i
const READ_ONLY_TRANSACTION = /^start transaction read only/i
/** A statement that timed out would time out again. */
const CANCELLED = '57014'

/**
 * Wraps the primary's pool for Kysely: within a visitor's request, single reads and read-only transactions
 * go to the request's replica. A single read that fails there is repeated on the primary.
 */
export function withReplicas(primary: PostgresPool): PostgresPool {
  const pools = new WeakMap<Replica, PostgresPool>()
  const poolOf = (replica: Replica) => {
    const known = pools.get(replica) ?? withPreparedStatements(replica.pool)
    pools.set(replica, known)
    return known
  }
  return {
    ...primary,
    connect: async () => {
      const reading = currentReading()
      return reading ? routingClient(primary, poolOf(reading.replica), reading) : primary.connect()
    },
  }
}

function routingClient(
  primary: PostgresPool,
  replica: PostgresPool,
  reading: Reading,
): PostgresPoolClient {
  /** The connection of this client's transaction, or of everything after a first write. */
  let held: PostgresPoolClient | undefined

  const fail = (error: unknown): never => {
    if (Object(error).code !== CANCELLED) {
      reading.error = error
      if (isServerLost(error)) reading.replica.fail(error)
    }
    throw error
  }
  const connect = () => {
    reading.isUsed = true
    return replica.connect().catch(fail)
  }
  const readOnce = async (text: string, values: readonly unknown[]) => {
    const client = await connect()
    try {
      return await client.query(text, values)
    } catch (error) {
      return fail(error)
    } finally {
      client.release()
    }
  }
  const holdReplica = async (): Promise<PostgresPoolClient> => {
    const client = await connect()
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query(
      text: string | PostgresCursor<unknown>,
      values: readonly unknown[] = [],
    ): unknown {
      return client.query(text as string, values).catch(fail)
    }
    return { query, release: (destroy) => client.release(destroy) }
  }

  const run = async (text: string, values: readonly unknown[]) => {
    if (!held && reading.error === undefined) {
      if (READ_ONLY_TRANSACTION.test(text)) held = await holdReplica()
      else if (READ.test(text) && !WRITE.test(text)) {
        try {
          return await readOnce(text, values)
        } catch (error) {
          if (reading.error !== error) throw error
        }
      }
    }
    held ??= await primary.connect()
    return held.query(text, values)
  }

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not used here')
    return run(text, values)
  }
  return { query, release: (destroy) => held?.release(destroy) }
}

/** Whether the server failed, not only this statement, as for a write or a missing table. */
function isServerLost(error: unknown): boolean {
  const { code } = Object(error)
  return typeof code !== 'string' || /^(08|53|57P|E)/.test(code)
}
