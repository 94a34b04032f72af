import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createChangeFeed } from '#platform/database/change-feed.server.ts'
import { createDb, openDatabase } from '#platform/database/database.server.ts'
import { migrateFromFiles } from '#platform/database/migration-files.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { createHttpMiddleware } from './http-middleware.server.ts'
import { buy } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop } from './testing/test-shop.ts'
import { signUp } from './testing/users.ts'

const PATIENT = { timeout: 20_000 }

/** A shop on a primary with a streaming standby. */
async function openReplicatedShop(maxLagSeconds: number) {
  const primary = await startServer({ durable: false })
  const standby = await startServer({ standbyOf: primary.url, durable: false })
  const database = await openDatabase({
    databaseUrl: primary.url,
    readUrls: [standby.url],
    maxLagSeconds,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(database.close)
  await migrateFromFiles(createDb(database.pool))
  const shop = await openTestShop(database)
  const { publicReads } = database
  if (!publicReads) throw new Error('There is no replica')
  const { handler, cache } = createHttpMiddleware(
    shop.app,
    createMetrics(),
    'public',
    undefined,
    publicReads,
  )
  const feed = createChangeFeed(database.ownChanges)
  feed.follow(cache)
  feed.follow(publicReads)
  const ask = async (path: string) => (await handler.request(path)).json()
  const caughtUp = () =>
    vi.waitFor(() => expect(publicReads.begin(['product'])).toBeDefined(), PATIENT)
  /** Stops the standby's replay, which is then behind for as long as the test wants. */
  const pause = async () => {
    await caughtUp()
    await query(standby.url, 'select pg_wal_replay_pause()')
    await vi.waitFor(async () => {
      const [row] = await query(standby.url, 'select pg_get_wal_replay_pause_state() as state')
      expect(row?.state).toBe('paused')
    }, PATIENT)
  }
  const resume = () => query(standby.url, 'select pg_wal_replay_resume()')
  /** Renames a product on the primary; nobody is told, which shows where a reader reads. */
  const renameSilently = (id: string, name: string) =>
    query(
      primary.url,
      `set session_replication_role = replica; update product set name = '${name}' where id = '${id}'`,
    )
  return { shop, standby, ask, caughtUp, pause, resume, renameSilently }
}

async function startServer(options: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> {
  const server = await startPostgres(options)
  onTestFinished(server.stop)
  return server
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

test('visitors read from the replica, and never miss a known change', async () => {
  const { shop, ask, caughtUp, pause, resume, renameSilently } = await openReplicatedShop(60)
  const [saw, anvil] = [await addProduct(shop.db), await addProduct(shop.db, { name: 'Anvil' })]
  const jane = await signUp(shop)
  const sawPath = `/api/products/${saw.id}`
  const list = '/api/products?size=10&page=0'
  const quantities = async () => [
    (await ask(sawPath)).quantity,
    (await ask(list)).find(({ _id }: { _id: string }) => _id === saw.id).quantity,
  ]
  await pause()
  expect(await quantities()).toEqual([100, 100])
  await renameSilently(anvil.id, 'Bench Anvil')
  // Only the replica still has the old name.
  expect((await ask(`/api/products/${anvil.id}`)).name).toBe('Anvil')
  expect((await ask('/api/products/search?q=anvil')).products[0].name).toBe('Anvil')
  // Someone who is signed in reads from the primary.
  expect((await jane.call('GET', `/products/${anvil.id}`)).body.name).toBe('Bench Anvil')

  await buy(jane, saw, 20)
  expect(await quantities()).toEqual([80, 80])
  // Also in a response that was not cached before.
  expect((await ask('/api/products?size=20&page=0'))[0].quantity).toBe(80)
  // What the change did not touch still comes from the replica.
  expect((await ask('/api/products/search?q=anvil')).products[0].name).toBe('Anvil')
  await resume()
  await caughtUp()
  expect(await quantities()).toEqual([80, 80])
})

test('a replica that is too far behind or dead is not read', async () => {
  const { shop, standby, ask, caughtUp, pause, resume, renameSilently } =
    await openReplicatedShop(1)
  const { id } = await addProduct(shop.db, { name: 'Anvil' })
  let size = 10
  // Each request has a cache key of its own.
  const name = async () => (await ask(`/api/products?size=${size++}&page=0`))[0].name
  await pause()
  await renameSilently(id, 'Bench Anvil')
  await vi.waitFor(async () => expect(await name()).toBe('Bench Anvil'), PATIENT)
  await resume()
  await caughtUp()
  await standby.kill9()
  expect(await name()).toBe('Bench Anvil')
  expect(await name()).toBe('Bench Anvil')
  await standby.restart()
  await caughtUp()
  expect(await name()).toBe('Bench Anvil')
})
