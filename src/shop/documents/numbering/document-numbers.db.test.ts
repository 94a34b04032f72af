import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { nextNumber } from './document-numbers.server.ts'

test('a document that waited past the end of the year is of the year in which it was issued', async () => {
  const { db } = await createTestDatabase()
  // A clock that the test sets, in place of PostgreSQL's own.
  await sql`create schema clock`.execute(db)
  await sql`create table clock.moment as select '2026-12-31T23:59:59Z'::timestamptz as at`.execute(db)
  await sql`create function clock.clock_timestamp() returns timestamptz language plpgsql as
    $$ begin return (select at from clock.moment); end $$`.execute(db)
  const issue = (whileLocked: () => Promise<void> = async () => {}) =>
    db.transaction().execute(async (db: Db) => {
      await sql`set local search_path = clock, pg_catalog, public`.execute(db)
      const issued = await nextNumber(db, 'INV')
      await whileLocked()
      return issued
    })
  const waiting: Promise<unknown>[] = []
  const before = await issue(async () => {
    waiting.push(issue())
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await sql`update clock.moment set at = '2027-01-01T00:00:01Z'`.execute(db)
  })
  expect(before).toMatchObject({ number: 'INV-2026-00001' })
  expect(await waiting[0]).toEqual({
    number: 'INV-2027-00001',
    year: 2027,
    position: 1,
    issuedAt: new Date('2027-01-01T00:00:01Z'),
  })
})
