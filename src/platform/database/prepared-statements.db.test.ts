import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openPool } from './connection-pools.server.ts'
import { createDb } from './database.server.ts'
import { prepared } from './prepared-statements.server.ts'

test('only marked statements are prepared, once, and accept other values', async () => {
  const { db } = await newConnections()
  const twice = (number: number) =>
    sql<{
      twice: number
    }>`select ${prepared('twice')} 2 * ${number}::integer as twice`
  const known = sql<{ name: string }>`select name from pg_prepared_statements`
  await db.connection().execute(async (db) => {
    for (const number of [1, 2, 3]) {
      await sql`select ${number}::integer`.execute(db)
      expect((await twice(number).execute(db)).rows).toEqual([{ twice: 2 * number }])
    }
    expect((await known.execute(db)).rows).toEqual([{ name: 'twice' }])
  })
})

test('a connection closed while idle is replaced', async () => {
  const { db, pool } = await newConnections(1)
  const ask = () => sql<{ found: number }>`select ${prepared('found')} 1 as found`.execute(db)
  await ask()
  await expect.poll(() => pool.totalCount).toBe(0)
  expect((await ask()).rows).toEqual([{ found: 1 }])
})

test('two statements with one name fail instead of running the wrong one', async () => {
  const { db } = await newConnections()
  const one = prepared('one')
  await db.connection().execute(async (db) => {
    await sql`select ${one} 1`.execute(db)
    await expect(sql`select ${one} 2`.execute(db)).rejects.toThrow('must be unique')
  })
})

/** Connections that no test has used, without prepared statements. */
async function newConnections(idleTimeoutMillis = 10_000) {
  const { url } = await createTestDatabase()
  const pool = openPool(url, { idleTimeoutMillis })
  onTestFinished(() => pool.end())
  return { db: createDb(pool), pool }
}
