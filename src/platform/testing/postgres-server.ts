import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { asUser, programsFolder, serverUser } from '#platform/database/embedded/server-programs.server.ts'
import { freePort } from './free-port.ts'

export type PostgresServer = {
  /** The URL of its database `postgres`, for a superuser. */
  url: string
  /** The same by its socket, which takes less processor time. */
  socketUrl: string
  version: string
  /** Stops the server and removes its files. */
  stop: () => Promise<void>
  /** Kills the server, as in a crash. */
  kill9: () => Promise<void>
  /** Starts it again after `kill9`, with the same URL and data. */
  restart: () => Promise<void>
}

export type PostgresOptions = {
  /** The folder of the server's programs; default: the bundled ones. */
  programs?: string
  /** `false` is faster but not safe against power loss. */
  durable?: boolean
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
  programs = programsFolder(),
  durable = true,
  baseBackup,
  config,
  parent = tmpdir(),
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, 'forgewell-postgres-'))
  const user = serverUser(join(folder, 'data'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const command = (...words: string[]) => [...asUser(user), ...words] as [string, ...string[]]
  const run = (...given: string[]) => {
    const [program, ...words] = command(...given)
    execFileSync(program, words, { cwd: folder, stdio: 'pipe' })
  }
  if (baseBackup) {
    run('cp', '--archive', baseBackup, data)
    run('touch', join(data, 'recovery.signal'))
  } else {
    const fresh = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
    run(join(programs, 'initdb'), ...fresh)
  }
  if (config) appendFileSync(join(data, 'postgresql.auto.conf'), config)

  const port = await freePort()
  const settings = ['max_connections=200', ...(durable ? [] : NOT_DURABLE)]
  const server = [join(programs, 'postgres'), '-D', data, '-h', '127.0.0.1', '-p', `${port}`]
  const [program, ...words] = command(
    ...['sh', WATCHDOG, folder],
    ...server,
    ...['-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
  )
  const watchdog = spawn(program, words, {
    cwd: folder,
    // A separate process group, so that Ctrl-C reaches only this process, which stops the server.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(watchdog, 'exit')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = () => {
    watchdog.stdin.write('start\n')
    return serverVersion(url, join(folder, 'log'))
  }
  return {
    url,
    socketUrl: `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`,
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
