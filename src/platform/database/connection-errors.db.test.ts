import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { databaseUrlOf } from '#platform/testing/postgres-test-database.ts'
import { isConnectionLost } from './connection-errors.server.ts'
import { openDatabase } from './database.server.ts'

test('a killed connection during a transaction counts as a lost connection', async () => {
  const { db } = await createTestDatabase()
  const killed = db.transaction().execute(async (db) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
    const next = () => sql`select 1`.execute(db).catch(String)
    await expect.poll(next).toContain('is not queryable')
    throw new Error('The rollback hides this')
  })
  const error = await killed.catch((error: unknown) => error)
  expect(error).toMatchObject({ message: expect.stringContaining('is not queryable') })
  expect(isConnectionLost(error)).toBe(true)
})

test('a server that has no such database or user says so, instead of being unreachable', async () => {
  const databaseUrl = databaseUrlOf(inject('testServer').url, 'nowhere')
  await expect(openDatabase({ databaseUrl })).rejects.toThrow(
    /^The server of DATABASE_URL refuses the shop \(database "nowhere" does not exist\): correct/,
  )
})
