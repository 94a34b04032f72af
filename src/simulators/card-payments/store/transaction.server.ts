import type { Pool, PoolClient } from 'pg'

export type Transaction = Pick<PoolClient, 'query'>

/**
 * Runs `work` in one transaction and returns after the commit, so that a response is never sent for
 * uncommitted changes. `work` must use only the connection it is given.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let connectionError: Error | undefined
  const markBroken = (error: Error) => {
    connectionError = error
  }
  client.on('error', markBroken) // without a listener a lost connection would end the process
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(markBroken)
    throw error
  } finally {
    client.off('error', markBroken)
    client.release(connectionError)
  }
}
