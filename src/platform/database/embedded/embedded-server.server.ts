import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#platform/log.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { CLUSTER, isReady, postmasterOf, SHOP, urlOf } from './running-server.server.ts'
import { connect, endOrphan, inUse, takeOwnership } from './server-ownership.server.ts'
import { runServer, type ServerProcess } from './server-process.server.ts'
import {
  asUser,
  checkClusterVersion,
  createCluster,
  diskFull,
  programsFolder,
  removeUnfinished,
  type ServerUser,
  saysDiskFull,
  serverUser,
} from './server-programs.server.ts'

export type EmbeddedServer = {
  url: string
  /** Whether its last messages say that its disk is full. */
  isDiskFull: () => boolean
  stop: () => Promise<void>
}

// The longest path that a socket can have, without its file name.
const MAX_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length
/** Recovery after a crash may take minutes. */
const START_LIMIT_MS = 10 * 60_000
const POLL_MS = 20
const MAX_RESTART_PAUSE_MS = 5_000
const OWNER_END_MS = 500

/** Distinguishes this process's servers from others. */
const CLUSTER_NAME = `forgewell-${process.pid}-${randomUUID().slice(0, 8)}`

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  // No replica streams from it; saves a few processes.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  io_method: 'sync',
  jit: 'off',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Logs starts, recoveries and shutdowns only. The shop itself logs failed statements.
  log_min_messages: 'log',
}

/**
 * Starts the bundled PostgreSQL server with its data in `dataDir`, and creates it at the first start.
 * It listens on a Unix socket, ends with this process, and is started again when it ends by itself.
 * Throws a StartupError when another process uses `dataDir`, or the server can't start.
 */
export async function startEmbeddedServer(dataDir: string, log?: Log): Promise<EmbeddedServer> {
  const cluster = join(dataDir, CLUSTER)
  const user = serverUser(cluster)
  if (!existsSync(cluster)) await createCluster(cluster, user)
  checkClusterVersion(cluster, dataDir)
  await endOrphan(cluster, dataDir)

  const sockets = socketFolder(cluster, user)
  const removeSockets = () => sockets !== cluster && rmSync(sockets, { recursive: true, force: true })
  const run = () => runServer(serverCommand(cluster, sockets, user), join(dataDir, 'postgresql.log'))
  let server = run()
  let owner: pg.Client
  try {
    await untilReady(cluster, sockets, server, dataDir)
    await createDatabase(sockets)
    owner = await takeOwnership(sockets, dataDir)
    removeUnfinished(cluster)
  } catch (error) {
    await server.stop()
    removeSockets()
    throw saysDiskFull(server.lastLines()) ? diskFull(dataDir) : error
  }

  const stopping = new AbortController()
  const { signal } = stopping
  const keepRunning = async () => {
    for (let pause = 100; !signal.aborted; pause = Math.min(2 * pause, MAX_RESTART_PAUSE_MS)) {
      const startedAt = performance.now()
      await server.ended
      if (signal.aborted) return
      log?.error({ lines: server.lastLines() }, 'The embedded PostgreSQL ended: starting it again')
      if (performance.now() - startedAt > START_LIMIT_MS) pause = 100
      await setTimeout(pause, undefined, { signal }).catch(() => {})
      if (!signal.aborted) server = run()
    }
  }
  const keepOwning = async () => {
    while (!signal.aborted) {
      await new Promise((resolve) => owner.once('end', resolve))
      while (!signal.aborted) {
        const next = await takeOwnership(sockets, dataDir).catch(() => undefined)
        if (next) {
          owner = next
          break
        }
        await setTimeout(POLL_MS, undefined, { signal }).catch(() => {})
      }
    }
  }
  void keepRunning()
  void keepOwning()
  return {
    url: urlOf(sockets, SHOP),
    isDiskFull: () => saysDiskFull(server.lastLines()),
    stop: async () => {
      stopping.abort()
      // A frozen server does not answer that the connection ends.
      await Promise.race([owner.end(), setTimeout(OWNER_END_MS, undefined, { ref: false })])
      await server.stop()
      removeSockets()
    },
  }
}

function serverCommand(cluster: string, sockets: string, user: ServerUser | undefined): string[] {
  const settings = {
    ...SETTINGS,
    cluster_name: CLUSTER_NAME,
    unix_socket_directories: quoted(sockets),
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [...asUser(user), join(programsFolder(), 'postgres'), '-D', cluster, ...words]
}

const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`

/** The folder of the socket: the data folder, or a private temporary one when its path is too long. */
function socketFolder(cluster: string, user: ServerUser | undefined): string {
  if (Buffer.byteLength(cluster) <= MAX_SOCKET_FOLDER) return cluster
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-'))
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Waits until this process's server accepts connections. Throws a StartupError if it ends before. */
async function untilReady(
  cluster: string,
  sockets: string,
  server: ServerProcess,
  dataDir: string,
): Promise<void> {
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  const giveUp = AbortSignal.timeout(START_LIMIT_MS)
  while (hasEnded || !(isReady(cluster) && (await isOwn(sockets)))) {
    if (!hasEnded && !giveUp.aborted) {
      await setTimeout(POLL_MS)
      continue
    }
    if (hasEnded && postmasterOf(cluster) !== undefined) throw inUse(dataDir)
    const lines = server.lastLines()
    if (saysDiskFull(lines)) throw diskFull(dataDir)
    throw new StartupError(
      `The embedded PostgreSQL did not start:\n${lines}\nIts log is ${join(dataDir, 'postgresql.log')}.`,
    )
  }
}

/** Whether the responding server is this process's; another process may have started first. */
async function isOwn(sockets: string): Promise<boolean> {
  const client = await connect(urlOf(sockets, 'postgres')).catch(() => undefined)
  const shown = await client?.query<{ cluster_name: string }>('show cluster_name')
  await client?.end()
  return shown?.rows[0]?.cluster_name === CLUSTER_NAME
}

/** Creates the shop's role and database, as the superuser, which the shop itself never uses. */
async function createDatabase(sockets: string): Promise<void> {
  const client = await connect(urlOf(sockets, 'postgres'))
  try {
    const existing = await client.query(`select from pg_database where datname = '${SHOP}'`)
    if (existing.rowCount) return
    // An interrupted first start may have left the role.
    await client.query(`drop role if exists ${SHOP}`)
    await client.query(`create role ${SHOP} login`)
    await client.query(`create database ${SHOP} owner ${SHOP}`)
  } finally {
    await client.end()
  }
}
