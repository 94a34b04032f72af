import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedServer } from './embedded-server.server.ts'
import { postmasterOf, runningEmbeddedServer } from './running-server.server.ts'

const FIXTURE = join(import.meta.dirname, 'testing/embedded-server-fixture.ts')
const PATIENT = { timeout: 20_000 }

function newDataDir(name = 'data'): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return dataDir
}

async function start(dataDir: string) {
  const server = await startEmbeddedServer(dataDir)
  onTestFinished(server.stop)
  return server
}

/** Starts a server in another process; returns it and what it prints first. */
async function startElsewhere(dataDir: string) {
  const child = spawn(process.execPath, [FIXTURE, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const refusal = text(child.stderr).then((message) => Promise.reject(new Error(message)))
  await Promise.race([once(child.stdout, 'data'), refusal])
  return child
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const postmaster = (dataDir: string) => postmasterOf(join(dataDir, 'postgresql')) ?? 0

test('keeps its data from one start to the next, and refuses a second process meanwhile', async () => {
  const dataDir = newDataDir()
  const first = await startEmbeddedServer(dataDir)
  await query(first.url, "create table note as select 'kept' as words")
  expect(runningEmbeddedServer(dataDir)).toBe(first.url)
  await expect(startEmbeddedServer(dataDir)).rejects.toThrow(
    /is in use by another running shop or command: stop it, or set DATA_DIR/,
  )
  await first.stop()
  expect(runningEmbeddedServer(dataDir)).toBeUndefined()
  const second = await start(dataDir)
  expect(await query(second.url, 'select words from note')).toEqual([{ words: 'kept' }])
})

test('is a durable server with UTF-8, and the shop is no superuser on it', async () => {
  const { url } = await start(newDataDir())
  const [row] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('autovacuum') as autovacuum,
      current_setting('server_encoding') as encoding, current_setting('listen_addresses') as listens,
      (select rolsuper from pg_roles where rolname = current_user) as super`,
  )
  expect(row).toEqual({
    fsync: 'on',
    autovacuum: 'on',
    encoding: 'UTF8',
    listens: '',
    super: false,
  })
  await query(url, 'create extension pg_trgm')
  await expect(query(url, "select pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied')
})

test('ends with a killed process', async () => {
  const dataDir = newDataDir()
  const shop = await startElsewhere(dataDir)
  expect(postmaster(dataDir)).toBeGreaterThan(0)
  shop.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgresql/postmaster.pid'))).toBe(false), PATIENT)
})

test('one that outlived its shop is ended by the next start', async () => {
  const dataDir = newDataDir()
  const shop = await startElsewhere(dataDir)
  const orphan = postmaster(dataDir)
  const stat = readFileSync(`/proc/${orphan}/stat`, 'utf8').replace(/^.*\) /, '')
  const shell = Number(stat.split(' ')[1])
  const reader = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8')
  for (const pid of reader.trim().split(' ').map(Number)) {
    if (pid !== orphan) process.kill(pid, 'SIGKILL')
  }
  process.kill(shell, 'SIGKILL')
  shop.kill('SIGKILL')
  await once(shop, 'exit')
  expect(postmaster(dataDir)).toBe(orphan)
  const { url } = await start(dataDir)
  expect(postmaster(dataDir)).not.toBe(orphan)
  expect(await query(url, 'select 1 as works')).toEqual([{ works: 1 }])
})

test('is started again when it was killed, and stays this process’s own', async () => {
  const dataDir = newDataDir()
  const { url } = await start(dataDir)
  await query(url, "create table note as select 'committed' as words")
  const killed = postmaster(dataDir)
  process.kill(killed, 'SIGKILL')
  const ask = () => query(url, 'select words from note')
  await vi.waitFor(async () => expect(await ask()).toEqual([{ words: 'committed' }]), PATIENT)
  expect(postmaster(dataDir)).not.toBe(killed)
  const locks = "select from pg_locks where locktype = 'advisory'"
  await vi.waitFor(async () => expect(await query(url, locks)).toHaveLength(1), PATIENT)
})

test('the number of another process in postmaster.pid stops no start', async () => {
  const dataDir = newDataDir()
  await (await startEmbeddedServer(dataDir)).stop()
  const file = join(dataDir, 'postgresql/postmaster.pid')
  writeFileSync(file, `${process.pid}\n${dataDir}/postgresql\n0\n5432\n${dataDir}/postgresql\n\n\nready\n`)
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as works')).toEqual([{ works: 1 }])
})

test.each([
  ['spaces, quotes and commas in its path', `a shop's "data", 100%25 + b\\c`],
  ['a path that is too long for a socket', 'd'.repeat(150)],
])('works with %s', async (_, name) => {
  const dataDir = newDataDir(name)
  const server = await startEmbeddedServer(dataDir)
  expect(await query(server.url, 'select 1 as works')).toEqual([{ works: 1 }])
  expect(runningEmbeddedServer(dataDir)).toBe(server.url)
  const sockets = new URL(server.url).searchParams.get('host') ?? ''
  expect(existsSync(join(sockets, '.s.PGSQL.5432'))).toBe(true)
  await server.stop()
  expect(existsSync(join(sockets, '.s.PGSQL.5432'))).toBe(false)
})

test('finds its server behind a symbolic link to the data', async () => {
  const dataDir = newDataDir()
  const link = `${dataDir}-link`
  symlinkSync(dataDir, link)
  const { url } = await start(link)
  expect(await query(url, 'select 1 as works')).toEqual([{ works: 1 }])
  expect(runningEmbeddedServer(dataDir)).toBe(url)
  await expect(startEmbeddedServer(dataDir)).rejects.toThrow('is in use')
})

test('works as root of a container that can’t inspect other users’ processes', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('Only root can give up a right of root')
  const dataDir = newDataDir()
  const without = ['--bounding-set=-sys_ptrace', process.execPath, FIXTURE, dataDir]
  const shop = spawn('setpriv', without, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void shop.kill('SIGKILL'))
  const [url] = await once(shop.stdout, 'data', { signal: AbortSignal.timeout(60_000) })
  expect(await query(String(url).trim(), 'select 1 as works')).toEqual([{ works: 1 }])
})

test('a copy of the data that root made works', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('Only root can give files to another user')
  const dataDir = newDataDir()
  await (await startEmbeddedServer(dataDir)).stop()
  const copy = newDataDir()
  execFileSync('cp', ['-r', join(dataDir, 'postgresql'), copy])
  const { url } = await start(copy)
  expect(await query(url, 'select 1 as works')).toEqual([{ works: 1 }])
})

test('an interrupted first start is repeated', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgresql.new-1/base'), { recursive: true })
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as works')).toEqual([{ works: 1 }])
  expect(existsSync(join(dataDir, 'postgresql.new-1'))).toBe(false)
})

test.each(['a first', 'a later'])('of two processes with %s start at one moment, one runs', async (which) => {
  const dataDir = newDataDir()
  if (which === 'a later') await (await startEmbeddedServer(dataDir)).stop()
  const starts = await Promise.allSettled([startElsewhere(dataDir), startElsewhere(dataDir)])
  const running = runningEmbeddedServer(dataDir) ?? ''
  expect(await query(running, 'select 1 as works')).toEqual([{ works: 1 }])
  const [refused, ...others] = starts.filter(({ status }) => status === 'rejected')
  expect(String(Object(refused).reason)).toContain('is in use by another running shop')
  expect(others).toEqual([])
})

test('data of another version or of the former embedded database are refused with the remedy', async () => {
  const dataDir = newDataDir()
  mkdirSync(join(dataDir, 'postgresql'))
  writeFileSync(join(dataDir, 'postgresql/PG_VERSION'), '16\n')
  await expect(startEmbeddedServer(dataDir)).rejects.toThrow(
    /belongs to PostgreSQL 16, but this shop brings version 18: make a backup .* restore it/,
  )
  writeFileSync(join(dataDir, 'lock'), '')
  await expect(startEmbeddedServer(dataDir)).rejects.toThrow(
    /embedded database of version 1\.0\.0, and this is version 2\..*docs\/operations\/one-machine\.md/,
  )
})

test('a user without an entry in /etc/passwd gets an explanation', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('Only root can become another user')
  const dataDir = newDataDir()
  execFileSync('chown', ['54321:54321', dataDir, join(dataDir, '..')])
  const child = spawn('setpriv', [
    ...['--reuid=54321', '--regid=54321', '--clear-groups'],
    // To read this checkout, which may be readable only by root.
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
    ...['--securebits=+no_setuid_fixup', process.execPath, FIXTURE, dataDir],
  ])
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(stderr).toContain('User 54321 has no entry in /etc/passwd')
  expect(stderr).toContain('set DATABASE_URL')
})

test('a frozen server is killed when the shop stops, and leaves no process', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('Reads /proc')
  const dataDir = newDataDir()
  const server = await startEmbeddedServer(dataDir)
  const frozen = postmaster(dataDir)
  process.kill(frozen, 'SIGSTOP')
  await server.stop()
  expect(existsSync(`/proc/${frozen}`)).toBe(false)
  await start(dataDir)
})
