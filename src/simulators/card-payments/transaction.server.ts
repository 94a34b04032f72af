import type { Pool, PoolClient } from 'pg'

/** What a query needs: one connection, inside its transaction. */
export type Transaction = Pick<PoolClient, 'query'>

/**
 * Runs `work` in one transaction and commits before it answers, so that whatever was answered
 * outlives a killed process. `work` must use the connection it is given and no other.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const noteBroken = (error: Error) => {
    broken = error
  }
  client.on('error', noteBroken) // without a listener a lost server would end the process
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(noteBroken)
    throw error
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}
