import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { claimLease, extendLease } from './worker-lease.server.ts'

test('one of ten concurrent claims gets the lease, and no other until it expires', async () => {
  const { db } = await createTestDatabase()
  const claimed = async () => {
    const claims = Array.from({ length: 10 }, () => claimLease(db, 'sweeper', 60))
    return (await Promise.all(claims)).filter(Boolean).length
  }
  const letItFallDue = () => db.updateTable('lease').set({ freeAt: sql<Date>`now()` }).execute()
  expect(await claimed()).toBe(1)
  expect(await claimed()).toBe(0)
  expect(await claimLease(db, 'another', 60)).toBe(true)
  await letItFallDue()
  expect(await claimed()).toBe(1)

  await letItFallDue()
  await extendLease(db, 'sweeper', 60)
  expect(await claimed()).toBe(0)
})

test('a claim that began before another one does not take its lease', async () => {
  const { db } = await createTestDatabase()
  await db.transaction().execute(async (transaction) => {
    await sql`select now()`.execute(transaction)
    expect(await claimLease(db, 'sweeper', 60)).toBe(true)
    expect(await claimLease(transaction, 'sweeper', 60)).toBe(false)
  })
})

test('a lease from before the clock was set back does not stop the work', async () => {
  const { db } = await createTestDatabase()
  const setNextTurn = (hours: number) =>
    db
      .updateTable('lease')
      .set({ freeAt: sql<Date>`now() + make_interval(hours => ${hours})` })
      .execute()
  expect(await claimLease(db, 'sweeper', 2 * 3600)).toBe(true)
  await setNextTurn(1)
  expect(await claimLease(db, 'sweeper', 2 * 3600)).toBe(false)
  await setNextTurn(80)
  expect(await claimLease(db, 'sweeper', 2 * 3600)).toBe(true)
  expect(await claimLease(db, 'sweeper', 2 * 3600)).toBe(false)
})
