import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/**
 * Gives a database and this process a clock of their own: `now()` of statements, functions and defaults is
 * that of a table. Ends the other connections, which would still have the real one.
 */
export function installClock(db: Db): Promise<void> {
  return db.connection().execute(installOnce)
}

async function installOnce(db: Db): Promise<void> {
  await sql`create schema clock`.execute(db)
  await sql`create table clock.moment as select now() as at`.execute(db)
  for (const name of ['now', 'clock_timestamp'])
    await sql`create function clock.${sql.id(name)}() returns timestamptz stable language sql
      as 'select at from clock.moment'`.execute(db)
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s alter %I set default %s', adrelid::regclass, attname,
      regexp_replace(pg_get_expr(adbin, adrelid), '(now|clock_timestamp)\\(\\)', 'clock.\\1()', 'g')) as statement
    from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum
    join pg_class on pg_class.oid = adrelid
    where pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp)\\(\\)'
      and relnamespace = 'public'::regnamespace`.execute(db)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
  // With pg_catalog named last, a function of the clock is found before the database's own.
  await sql`do $$ begin
    execute format('alter database %I set search_path = clock, public, pg_catalog', current_database());
  end $$`.execute(db)
  await sql`set search_path = clock, public, pg_catalog`.execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}

/** Sets the clock of the process, the shop and its database. */
export async function setClock({ db, clock }: Pick<TestShop, 'db' | 'clock'>, at: Date) {
  vi.setSystemTime(at)
  clock.now = at
  await sql`update clock.moment set at = ${at}`.execute(db)
}
