import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { vacuumMostChanged } from './embedded-autovacuum.server.ts'

test('tables that changed are vacuumed and analyzed, one each time, and then no more', async () => {
  const { db } = await createTestDatabase()
  onTestFinished(async () => void (await sql`drop table thing`.execute(db)))
  await sql`create table thing as select n as size from generate_series(1, 1000) n`.execute(db)
  await sql`delete from thing where size <= 600`.execute(db)
  // Counts are otherwise visible a second later.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const vacuumed: string[] = []
  for (let table: string | undefined; ; vacuumed.push(table)) {
    table = await vacuumMostChanged(db)
    if (!table) break
  }
  expect(vacuumed).toContain('thing')
  expect(new Set(vacuumed).size).toBe(vacuumed.length)
  const { rows } = await sql`
    select reltuples, n_dead_tup::integer as dead from pg_class
    join pg_stat_user_tables on relid = pg_class.oid where pg_class.relname = 'thing'`.execute(db)
  expect(rows).toEqual([{ reltuples: 400, dead: 0 }])
})
