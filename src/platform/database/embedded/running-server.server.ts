import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isThere } from '#platform/is-there.server.ts'

/** The data folder below DATA_DIR. */
export const CLUSTER = 'postgresql'
/** The role that owns the shop's database, which has the same name. */
export const SHOP = 'forgewell'

/** Whether a server has been set up in `dataDir`. Throws a StartupError when this user may not look. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return isThere(join(dataDir, CLUSTER))
}

/** Returns the URL of the server that is running for `dataDir`; undefined when there is none. */
export function runningEmbeddedServer(dataDir: string): string | undefined {
  const cluster = join(dataDir, CLUSTER)
  return isReady(cluster) ? urlOf(socketFolderOf(cluster), SHOP) : undefined
}

export function urlOf(sockets: string, name: string): string {
  const socket = new URLSearchParams({ host: sockets, user: name })
  return `postgres:///${name}?${String(socket).replaceAll('+', '%20')}`
}

/** The process id of the server that runs in `cluster`; undefined when there is none. */
export function postmasterOf(cluster: string): number | undefined {
  const pid = Number(readPidFile(cluster)[0])
  if (!pid) return undefined
  try {
    process.kill(pid, 0)
    // Without /proc, PostgreSQL itself decides.
    if (process.platform !== 'linux') return pid
    return folderOf(pid) === realpathSync(cluster) ? pid : undefined
  } catch {
    return undefined
  }
}

/** The data folder of the PostgreSQL server with this process id, without symbolic links. */
function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // In a container, root may be unable to read another user's process folder, but can read its
    // command line.
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return realpathSync(words[words.indexOf('-D') + 1] ?? '')
  }
}

export function isReady(cluster: string): boolean {
  return readPidFile(cluster)[7]?.trim() === 'ready' && postmasterOf(cluster) !== undefined
}

export function socketFolderOf(cluster: string): string {
  return readPidFile(cluster)[4] ?? cluster
}

/** The lines of postmaster.pid: the process, its folder, start and port, the folder of its socket, … */
function readPidFile(cluster: string): string[] {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}
