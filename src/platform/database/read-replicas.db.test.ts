import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { openDatabase } from './database.server.ts'

const PATIENT = { timeout: 20_000 }

async function startServer(options: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> {
  const server = await startPostgres(options)
  onTestFinished(server.stop)
  return server
}

test('visitors read a replica that is hardly behind, otherwise the primary', {
  tags: 'long',
}, async () => {
  const primary = await startServer({ durable: false })
  const standby = await startServer({ standbyOf: primary.url, durable: false })
  const database = await openDatabase({
    databaseUrl: primary.url,
    // A primary among them, as all members of a cluster, is left out.
    readUrls: [standby.url, primary.url],
    log: pino({ level: 'silent' }),
  })
  onTestFinished(database.close)
  const { db, readDb } = database
  const isReplica = async () => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(readDb)
    return rows[0]?.is
  }
  await expect.poll(isReplica, PATIENT).toBe(true)
  await sql`create table note (text text)`.execute(db)
  const count = async () => (await sql`select from note`.execute(readDb)).rows.length
  await expect.poll(() => count().catch(() => -1), PATIENT).toBe(0)

  // The primary runs what a replica can't.
  await sql`insert into note values ('new')`.execute(readDb)
  await db.transaction().execute((db) => sql`insert into note values ('newer')`.execute(db))
  const changeInTransaction = readDb
    .transaction()
    .execute((db) => sql`delete from note`.execute(db))
  await expect(changeInTransaction).rejects.toThrow(/read-only transaction/)

  const replay = new pg.Client(standby.url)
  await replay.connect()
  replay.on('error', () => {})
  await replay.query('select pg_wal_replay_pause()')
  await sql`insert into note values ('last')`.execute(db)
  await expect.poll(isReplica, PATIENT).toBe(false)
  await replay.query('select pg_wal_replay_resume()')
  await expect.poll(isReplica, PATIENT).toBe(true)
  await replay.end()

  // Its connections are lost while they look usable.
  await Promise.all([isReplica(), isReplica(), isReplica()])
  await standby.kill9()
  expect(await isReplica()).toBe(false)
  await standby.restart()
  await expect.poll(isReplica, PATIENT).toBe(true)
})
