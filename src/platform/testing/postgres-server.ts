import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'

export type PostgresServer = {
  /** The URL of its database `postgres`, for a superuser. */
  url: string
  version: string
  /** Stops the server and removes its files. */
  stop: () => Promise<void>
  /** Kills the server, as in a crash. */
  kill9: () => Promise<void>
  /** Starts it again after `kill9`, with the same URL and data. */
  restart: () => Promise<void>
}

export type PostgresOptions = {
  /** `false` is faster but not safe against power loss. */
  durable?: boolean
  /** The URL of another such server, of which it is a streaming replica. */
  standbyOf?: string
  /** The folder of a base backup that it recovers, as far as `config` says. */
  baseBackup?: string
  /** Further settings, as lines of a configuration file. */
  config?: string
  parent?: string
}

const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
const WATCHDOG = join(import.meta.dirname, 'postgres-watchdog.sh')
const START_TIMEOUT_MS = 30_000

/**
 * Starts a private PostgreSQL server in a temporary folder, on a free port of 127.0.0.1. It never
 * outlives this process.
 */
export async function startPostgres({
  durable = true,
  standbyOf,
  baseBackup,
  config,
  parent = tmpdir(),
}: PostgresOptions = {}): Promise<PostgresServer | { skipped: string }> {
  const bin = findPostgresBinaries()
  if (!bin) {
    return {
      skipped: 'no PostgreSQL server is installed (Debian and Ubuntu: apt install postgresql)',
    }
  }
  const folder = mkdtempSync(join(parent, 'forgewell-postgres-'))
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = (program: string, args: string[]) =>
    execFileSync(program, args, { ...user, cwd: folder, stdio: 'pipe' })
  if (baseBackup) {
    run('cp', ['--archive', baseBackup, data])
    run('touch', [join(data, 'recovery.signal')])
  } else if (standbyOf) {
    // -R makes it a standby that streams from there.
    const copy = ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-N', '-d', standbyOf]
    run(join(bin, 'pg_basebackup'), copy)
  } else {
    const fresh = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
    run(join(bin, 'initdb'), fresh)
  }
  if (config) appendFileSync(join(data, 'postgresql.auto.conf'), config)

  const port = await freePort()
  const settings = ['max_connections=200', ...(durable ? [] : NOT_DURABLE)]
  const server = [join(bin, 'postgres'), '-D', data, '-h', '127.0.0.1', '-p', `${port}`]
  const watchdog = spawn(
    'sh',
    [
      // Passed as text, because an ordinary user may not have permission to read the file.
      ...['-c', readFileSync(WATCHDOG, 'utf8'), 'postgres-watchdog', folder],
      ...server,
      ...['-k', '', ...settings.flatMap((setting) => ['-c', setting])],
    ],
    // A separate process group, so that Ctrl-C reaches only this process, which stops the server.
    { ...user, cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(watchdog, 'exit')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = () => {
    watchdog.stdin.write('start\n')
    return serverVersion(url, join(folder, 'log'))
  }
  return {
    url,
    version: await start(),
    stop: async () => {
      watchdog.stdin.end()
      await ended
    },
    kill9: async () => {
      watchdog.stdin.write('kill\n')
      await once(watchdog.stdout, 'data')
    },
    restart: async () => void (await start()),
  }
}

/** Returns the user that the servers run as, if it is another one: PostgreSQL refuses to run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function serverVersion(url: string, log: string): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? 'unknown'
    } catch (cause) {
      if (Date.now() > deadline) {
        const lastLines = readFileSync(log, 'utf8').trim().split('\n').slice(-20).join('\n')
        throw new Error(`PostgreSQL did not start: ${lastLines}`, { cause })
      }
      await setTimeout(25)
    } finally {
      await client.end()
    }
  }
}
