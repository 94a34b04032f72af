import pg from 'pg'

/** Together below the 6 seconds after which a visitor should have an answer. */
const LIMITS = { afterMs: 2_500, probeMs: 1_500, checkMs: 500 }

/**
 * Ends the connections of a pool that wait for a server which no longer answers. A query that takes long
 * may be a long query, so a new connection asks the server first.
 */
export function dropSilentConnections(
  pool: pg.Pool,
  connectionString: string,
  { afterMs, probeMs, checkMs } = LIMITS,
): void {
  const inUse = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))
  let isAsking = false
  const check = async () => {
    if (pool.ending) clearInterval(checking)
    const before = performance.now() - afterMs
    const late = [...inUse].filter(([, since]) => since < before).map(([client]) => client)
    if (isAsking || late.length === 0) return
    isAsking = true
    const answers = await isAnswering(connectionString, probeMs)
    isAsking = false
    if (answers) return
    // One that was released meanwhile had an answer.
    for (const client of late) if (inUse.has(client)) streamOf(client).destroy()
  }
  const checking = setInterval(check, checkMs).unref()
}

async function isAnswering(connectionString: string, ms: number): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ms, query_timeout: ms })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    // Its goodbye would wait for the server.
    streamOf(client).destroy()
  }
}

// The library ends a connection only after the queries in progress.
function streamOf(client: object): { destroy: () => void } {
  return (client as { connection: { stream: { destroy: () => void } } }).connection.stream
}
