import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'
import { isReady, postmasterOf, SHOP, socketFolderOf, urlOf } from './running-server.server.ts'

/** The advisory lock of the process that runs the server. */
const OWNER_LOCK = "hashtextextended('forgewell owner', 0)"
const STOP_LIMIT_MS = 30_000
/** The maximum time between starting a server and owning it, or between exit and release. */
const OWNERSHIP_LIMIT_MS = 3_000
const POLL_MS = 20
const CONNECTION_LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 60_000 }

/**
 * Takes the lock of the process that runs the server. The lock ends with that process's connection, so
 * a free lock means that no process runs it.
 */
export async function takeOwnership(sockets: string, dataDir: string): Promise<pg.Client> {
  const client = await connect(urlOf(sockets, SHOP))
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${OWNER_LOCK}) as taken`,
  )
  if (rows[0]?.taken) return client
  await client.end()
  throw inUse(dataDir)
}

export const inUse = (dataDir: string) =>
  new StartupError(
    `DATA_DIR ${dataDir} is in use by another running shop or command: stop it, or set DATA_DIR to another folder.`,
  )

/** Whether a process owns the server, after waiting for one that has just started or ended. */
async function isOwned(sockets: string): Promise<boolean> {
  const client = await connect(urlOf(sockets, 'postgres'))
  try {
    await setTimeout(OWNERSHIP_LIMIT_MS)
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and granted
        and classid::bigint << 32 | objid::bigint = ${OWNER_LOCK}`,
    )
    return rowCount === 1
  } finally {
    await client.end()
  }
}

/**
 * Ends a server that outlived its shop. Throws a StartupError when its shop is running. The number in
 * postmaster.pid may belong to any process by now, so the process itself must be in the data folder.
 */
export async function endOrphan(cluster: string, dataDir: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const giveUp = AbortSignal.timeout(STOP_LIMIT_MS)
  let wasTold = false
  while (!giveUp.aborted) {
    const pid = postmasterOf(cluster)
    if (pid === undefined) return rmSync(file, { force: true })
    if (!wasTold && isReady(cluster)) {
      if (await isOwned(socketFolderOf(cluster))) throw inUse(dataDir)
      process.kill(pid, 'SIGINT')
      wasTold = true
    }
    await setTimeout(POLL_MS)
  }
  throw new StartupError(
    `An earlier PostgreSQL server of DATA_DIR ${dataDir} did not end: end its process, whose number is the first line of ${file}.`,
  )
}

/** Connects to a server on this machine, and ignores that the connection breaks later. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...CONNECTION_LIMITS })
  client.on('error', () => {})
  await client.connect()
  return client
}
