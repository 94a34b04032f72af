import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#platform/testing/free-port.ts'
import { requirePostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import { startPostgres } from '#platform/testing/postgres-server.ts'
import { audit } from '#prove/audit.ts'
import { cancelOrder, isPaid, placeOrder } from '#prove/buyer-actions.ts'
import { PRODUCTS } from '#prove/seed.ts'
import type { ProofShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { PROXY_ADDRESS, startNginx } from './nginx.ts'
import { giveToNobody, type Services, waitForPort } from './services.ts'
import { startGroup } from './shop-group.ts'
import type { TopologyScenario } from './topology.ts'
import { readPage, startVisitors } from './visitors.ts'

/** A second in the cache, and another one until the standby counts as behind. */
const SEEN_WITHIN_MS = 5_000
const TEMPLATE = join(import.meta.dirname, '../../deploy/pgbouncer.ini')

/** Two shops behind nginx, PgBouncer in transaction mode in front of the primary, and a standby for visitors. */
export const pgbouncerAndStandby: TopologyScenario = {
  name: 'PgBouncer in transaction mode, and a standby for visitors',
  run: async ({ server, open, services: createServices, random, isShort }) => {
    const services = createServices()
    const environment = await open()
    const direct = environment.settings.DATABASE_URL ?? ''
    const standby = await startPostgres({
      programs: requirePostgresBinaries(),
      standbyOf: server.url,
    })
    try {
      const pooled = await startPgBouncer(services, direct)
      const standbyUrl = Object.assign(new URL(direct), { port: new URL(standby.url).port }).href
      const ports: [number, number] = [await freePort(), await freePort()]
      const nginx = await startNginx(services, await freePort(), ports)
      const settings = ports.map((port) => ({
        PORT: `${port}`,
        PUBLIC_URL: nginx.url,
        TRUSTED_PROXY: PROXY_ADDRESS,
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: direct,
        DATABASE_READ_URL: standbyUrl,
      }))
      const { shop } = await startGroup(environment, settings, nginx.url)
      const readsBefore = await readsOf(standbyUrl)
      const workload = startWorkload(shop, random.fork('workload'))
      const visitors = startVisitors(nginx.url)
      await workload.more(isShort ? 60 : 600)
      const reads = (await readsOf(standbyUrl)) - readsBefore
      const locks = await heldLocks(direct)
      // A lost standby must cost no visitor anything.
      await standby.kill9()
      await workload.more(30)
      await standby.restart()
      await workload.finish()
      const visits = await visitors.finish()
      const { cancelled, missed } = await sellWhileBehind(shop, standby.url, nginx.url)
      const again = await orderAllAgain(shop, workload)
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const deviations = await audit(shop, async (pool) => {
        const found = await compareOrders(pool, workload)
        return found.filter((line) => !line.includes(cancelled))
      })
      return {
        tries: 1,
        counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${visits.answered} pages read, ${reads} rows fetched on the standby for visitors, which was killed once; a change while it was behind seen by a user at once and by a visitor within ${SEEN_WITHIN_MS / 1000} s`,
        deviations: [
          ...(reads === 0 ? ['the standby answered no visitor'] : []),
          ...(locks > 0 ? [`${locks} session locks were left behind the pooler`] : []),
          ...visits.failures,
          ...missed,
          ...workload.deviations,
          ...again,
          ...inconsistent,
          ...deviations,
        ],
      }
    } finally {
      await services.stopAll()
      await standby.stop()
    }
  },
}

/**
 * Sells a product, and cancels the order, while the standby replays nothing: a user sees
 * it at once, and a visitor soon, because a standby that is behind is not read.
 */
async function sellWhileBehind(shop: ProofShop, standbyUrl: string, url: string) {
  const path = `/api/products/${PRODUCTS[0]}`
  const readQuantity = async () =>
    (await shop.send<{ quantity: number }>('other', path, { user: 1 })).body.quantity
  const before = await readQuantity()
  await query(standbyUrl, 'select pg_wal_replay_pause()')
  const order = { product: PRODUCTS[0] ?? '', quantity: 1, key: 'behind' }
  const { body } = await placeOrder(shop, 100, order)
  const seen = await readQuantity()
  await until('a visitor sees the sale', SEEN_WITHIN_MS, async () => {
    const page = await readPage(`${url}${path}`)
    return page.status === 200 && JSON.parse(page.body).quantity === before - 1
  })
  await query(standbyUrl, 'select pg_wal_replay_resume()')
  await cancelOrder(shop, 100, body._id)
  const missed = seen === before - 1 ? [] : ['a user read from the standby']
  return { cancelled: body._id, missed }
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

/** The rows that clients of this server have fetched by indexes; following its position fetches none. */
async function readsOf(url: string): Promise<number> {
  const [row] = await query(
    url,
    `select sum(tup_fetched)::int as reads from pg_stat_database where datname = current_database()`,
  )
  return Number(row?.reads ?? 0)
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
