import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { isConnectionLost } from './connection-errors.server.ts'
import { type Db, isReachable, openDatabase } from './database.server.ts'
import { dropSilentConnections } from './silent-server.server.ts'

async function openLimited(through = async (url: string) => url) {
  const { url } = await createTestDatabase()
  const databaseUrl = await through(url)
  const opened = await openDatabase({ databaseUrl, timeoutSeconds: 0.3 })
  onTestFinished(opened.close)
  return opened
}

/** Waits until the server has ended a session. */
const sessionEnds = (db: Db, pid: number | undefined) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity where pid = ${pid}`.execute(db)
      expect(rows).toEqual([])
    },
    { timeout: 20_000 },
  )

const failure = (promise: Promise<unknown>) => promise.then(() => null, isConnectionLost)

test('a statement over the time limit is cancelled, maintenance is not', async () => {
  const { db, maintenance } = await openLimited()
  expect(await failure(sql`select pg_sleep(20)`.execute(db))).toBe(true)
  const long = maintenance((db) => sql`select pg_sleep(0.6), 'done' as answer`.execute(db))
  expect((await long).rows).toMatchObject([{ answer: 'done' }])
})

test('waiting for a lock and idle transactions time out', async () => {
  const { db, maintenance } = await openLimited()
  await sql`create table thing as select 1 as size`.execute(db)
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = maintenance((db) =>
    db.transaction().execute(async (db) => {
      await sql`update thing set size = 2`.execute(db)
      held.resolve()
      await released.promise
    }),
  )
  await held.promise
  expect(await failure(sql`update thing set size = 3`.execute(db))).toBe(true)
  released.resolve()
  await holding

  const idle = db.transaction().execute(async (db) => {
    await sql`update thing set size = 4`.execute(db)
    const me = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await maintenance((db) => sessionEnds(db, me.rows[0]?.pid))
    await sql`select 1`.execute(db)
  })
  expect(await failure(idle)).toBe(true)
  expect((await sql`select size from thing`.execute(db)).rows).toEqual([{ size: 2 }])
})

test('queries to a silent server time out, and their connections are not reused', {
  tags: 'long',
}, async () => {
  const proxy = createProxy()
  onTestFinished(proxy.close)
  const { db } = await openLimited(proxy.open)
  expect(await isReachable(db)).toBe(true)
  proxy.freeze()
  const [answering, lost] = await Promise.all([isReachable(db), failure(sql`select 1`.execute(db))])
  expect(answering).toBe(false)
  expect(lost).toBe(true)
  proxy.thaw()
  expect((await sql<{ answer: number }>`select 2 as answer`.execute(db)).rows).toEqual([{ answer: 2 }])
})

test('a query to a server that no longer answers anyone fails soon, a long one goes on', async () => {
  const proxy = createProxy()
  onTestFinished(proxy.close)
  const databaseUrl = await proxy.open((await createTestDatabase()).url)
  const { db, pool, close } = await openDatabase({ databaseUrl })
  onTestFinished(close)
  dropSilentConnections(pool, databaseUrl, { afterMs: 50, probeMs: 500, checkMs: 20 })
  const long = sql`select pg_sleep(0.3), 'done' as answer`.execute(db)
  expect((await long).rows).toMatchObject([{ answer: 'done' }])
  proxy.freeze()
  const startedAt = performance.now()
  expect(await failure(sql`select 1`.execute(db))).toBe(true)
  // The limit of the statement is 15 seconds, of its response 20.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('only one process at a time holds the exclusive lock', async () => {
  const { url } = await createTestDatabase()
  const open = () => openDatabase({ databaseUrl: url, timeoutSeconds: 0.3 })
  const machines = await Promise.all([open(), open(), open(), open()])
  onTestFinished(async () => void (await Promise.all(machines.map(({ close }) => close()))))
  let [running, most, done] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    // Takes longer than the statement timeout, which does not apply to waiting for the lock.
    await machines[0].maintenance((db) => sql`select pg_sleep(0.2)`.execute(db))
    running--
    done++
  }
  await Promise.all(machines.map(({ withExclusiveLock }) => withExclusiveLock(work)))
  await expect(machines[0].withExclusiveLock(() => Promise.reject(new Error('broken')))).rejects.toThrow()
  await machines[1].withExclusiveLock(work)
  expect({ most, done }).toEqual({ most: 1, done: 5 })
})

/** Passes bytes on between clients and the server until it is frozen. */
function createProxy() {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer()
  return {
    open: async (url: string) => {
      const { hostname, port } = new URL(url)
      server.on('connection', (client) => {
        const upstream = connect(Number(port), hostname)
        for (const [from, to] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          sockets.add(from)
          from.on('error', () => to.destroy())
          from.on('close', () => to.destroy())
          from.on('data', (bytes) => void (isFrozen || to.write(bytes)))
        }
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const through = new URL(url)
      const address = server.address()
      through.port = String(typeof address === 'object' ? address?.port : '')
      return through.href
    },
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
