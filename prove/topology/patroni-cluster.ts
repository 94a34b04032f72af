import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#platform/testing/free-port.ts'
import { findPostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import { until } from '#prove/waiting.ts'
import { giveToNobody, type Service, type Services, waitForPort } from './services.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const START_LIMIT_MS = 120_000

type Member = { name: string; dataDir: string; conf: string; port: number; restPort: number }

export type PatroniCluster = {
  /** The URL of the primary, through HAProxy. */
  url: string
  /** Kills every process of the primary's machine: Patroni and PostgreSQL. Returns its name. */
  killPrimary: () => Promise<string>
  /** Starts the machine of that name again, and waits until it follows the primary in step. */
  revive: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/** Starts etcd, two members of a cluster under Patroni, and HAProxy in front, from the files in deploy/. */
export async function startPatroniCluster(services: Services): Promise<PatroniCluster> {
  const { folder, find, start } = services
  const bin = findPostgresBinaries()
  if (!bin) throw new Error('There is no PostgreSQL server')
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const members: Member[] = []
  for (const name of ['one', 'two']) {
    const [own, restPort] = [await freePort(), await freePort()]
    const dataDir = join(folder, name)
    const conf = join(folder, `${name}.yml`)
    members.push({ name, dataDir, conf, port: own, restPort })
    writeFileSync(conf, memberConfiguration({ name, dataDir, port: own, restPort, etcdPort, bin, folder }))
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfiguration(port, members))
  mkdirSync(join(folder, 'etcd'), { mode: 0o700 })
  giveToNobody(folder)

  const etcd = start('etcd', find('etcd'), [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'etcd'],
    ...['--listen-client-urls', `http://127.0.0.1:${etcdPort}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${etcdPort}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
    ...['--initial-cluster', `etcd=http://127.0.0.1:${peerPort}`],
  ])
  await waitForPort(etcd, etcdPort)
  const running = new Map<string, Service>()
  const startMember = ({ name, conf }: Member) => {
    running.set(name, start(`patroni-${name}`, '/usr/bin/python3', [find('patroni'), conf]))
  }
  const logOf = (name: string) => running.get(name)?.log() ?? ''
  const untilAnswers = (what: string, member: Member, path: string) =>
    until(what, START_LIMIT_MS, () => answers(member, path)).catch((error) => {
      throw new Error(`${error.message}:\n${logOf(member.name)}`)
    })
  const [one, two] = members as [Member, Member]
  startMember(one)
  await untilAnswers('the primary runs', one, '/primary')
  startMember(two)
  await untilAnswers('the standby follows', two, '/synchronous')
  const haproxy = start('haproxy', find('haproxy'), ['-f', join(folder, 'haproxy.cfg')])
  await waitForPort(haproxy, port)
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  // Until its first checks, HAProxy takes every server for the primary.
  await until('HAProxy leads to the primary', START_LIMIT_MS, () => leadsToPrimary(url))

  const killPostgres = ({ dataDir }: Member) => {
    const file = join(dataDir, 'postmaster.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (pid > 0) killWithChildren(pid)
  }
  return {
    url,
    killPrimary: async () => {
      for (const member of members) {
        if (!(await answers(member, '/primary'))) continue
        const dying = running.get(member.name)?.kill()
        killPostgres(member)
        await dying
        return member.name
      }
      throw new Error('There is no primary to kill')
    },
    revive: async (name) => {
      const member = members.find((candidate) => candidate.name === name)
      if (!member) throw new Error(`There is no member ${name}`)
      startMember(member)
      await untilAnswers('the killed member follows', member, '/synchronous')
    },
    stop: async () => {
      for (const service of running.values()) await service.stop()
      // Patroni starts PostgreSQL in a session of its own.
      for (const member of members) killPostgres(member)
    },
  }
}

/** Connects as often as HAProxy has servers, twice: it takes them in turn. */
async function leadsToPrimary(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      if (rows[0]?.standby !== false) return false
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }
  return true
}

async function answers({ restPort }: Member, path: string): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${restPort}${path}`)
    return status === 200
  } catch {
    return false
  }
}

/** Kills a server and its processes, as when its machine loses power. */
function killWithChildren(pid: number): void {
  try {
    process.kill(pid, 'SIGSTOP')
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const process_ of [pid, ...children.filter(Boolean).map(Number)]) process.kill(process_, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function memberConfiguration(own: {
  name: string
  dataDir: string
  port: number
  restPort: number
  etcdPort: number
  bin: string
  folder: string
}): string {
  return readFileSync(join(DEPLOY, 'patroni.yml'), 'utf8')
    .replace('name: one', `name: ${own.name}`)
    .replaceAll('10.0.0.11:8008', `127.0.0.1:${own.restPort}`)
    .replaceAll('10.0.0.11:5432', `127.0.0.1:${own.port}`)
    .replace('10.0.0.21:2379', `127.0.0.1:${own.etcdPort}`)
    .replaceAll('10.0.0.0/24', '127.0.0.1/32')
    .replaceAll('change-me', 'postgres')
    .replace('/var/lib/postgresql/15/shop', own.dataDir)
    .replace('/usr/lib/postgresql/15/bin', own.bin)
    .replace('wal_log_hints: "on"', `wal_log_hints: "on"\n        unix_socket_directories: ${own.folder}`)
    .replace('authentication:', `pgpass: ${join(own.folder, `${own.name}.pgpass`)}\n  authentication:`)
}

function haproxyConfiguration(port: number, members: Member[]): string {
  const [one, two] = members as [Member, Member]
  return readFileSync(join(DEPLOY, 'haproxy-postgresql.cfg'), 'utf8')
    .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace('10.0.0.11:5432 check port 8008', `127.0.0.1:${one.port} check port ${one.restPort}`)
    .replace('10.0.0.12:5432 check port 8008', `127.0.0.1:${two.port} check port ${two.restPort}`)
}
