import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#platform/testing/free-port.ts'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { PROXY_ADDRESS, startNginx } from './nginx.ts'
import { giveToNobody, type Services, waitForPort } from './services.ts'
import { startGroup } from './shop-group.ts'
import type { TopologyScenario } from './topology.ts'
import { startVisitors } from './visitors.ts'

const TEMPLATE = join(import.meta.dirname, '../../deploy/pgbouncer.ini')

/** Two shops behind nginx, and PgBouncer in transaction mode in front of the database. */
export const pgbouncer: TopologyScenario = {
  name: 'PgBouncer in transaction mode',
  run: async ({ open, services: createServices, random, isShort }) => {
    const services = createServices()
    const environment = await open()
    const direct = environment.settings.DATABASE_URL ?? ''
    try {
      const pooled = await startPgBouncer(services, direct)
      const ports: [number, number] = [await freePort(), await freePort()]
      const nginx = await startNginx(services, await freePort(), ports)
      const settings = ports.map((port) => ({
        PORT: `${port}`,
        PUBLIC_URL: nginx.url,
        TRUSTED_PROXY: PROXY_ADDRESS,
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: direct,
      }))
      const { shop } = await startGroup(environment, settings, nginx.url)
      const workload = startWorkload(shop, random.fork('workload'))
      const visitors = startVisitors(nginx.url)
      await workload.more(isShort ? 60 : 600)
      const locks = await heldLocks(direct)
      await workload.finish()
      const visits = await visitors.finish()
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareOrders(pool, workload))
      return {
        tries: 1,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${visits.answered} pages read`,
        deviations: [
          ...(locks > 0 ? [`${locks} session locks were left behind the pooler`] : []),
          ...visits.failures,
          ...workload.deviations,
          ...again,
          ...inconsistent,
          ...deviations,
        ],
      }
    } finally {
      await services.stopAll()
    }
  },
}

/** Starts PgBouncer with the configuration in deploy/. Returns its URL for the database. */
async function startPgBouncer(services: Services, databaseUrl: string): Promise<string> {
  const { hostname, port: serverPort, username, pathname } = new URL(databaseUrl)
  const port = await freePort()
  const conf = join(services.folder, 'pgbouncer.ini')
  const template = readFileSync(TEMPLATE, 'utf8')
  const configured = template
    .replace(
      /^\* = .*$/m,
      // With auth_type = any, the server's user is named here.
      `${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username}`,
    )
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^(auth_file|logfile|pidfile) = .*$/gm, '')
  writeFileSync(conf, configured)
  giveToNobody(services.folder)
  const service = services.start('pgbouncer', services.find('pgbouncer'), [conf])
  await waitForPort(service, port)
  return Object.assign(new URL(databaseUrl), { port: `${port}` }).href
}

async function heldLocks(url: string): Promise<number> {
  const [row] = await query(
    url,
    `select count(*) as locks from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and state = 'idle'`,
  )
  return Number(row?.locks ?? 0)
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
