import { sql } from 'kysely'
import { markAsOwn, simulatorSchemas } from '#operations/installation.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { OwnShop } from '#shop/brand/own-shop-form.ts'

// Every other table is emptied, so that a table that is added later is too.
const KEPT = [
  'installation',
  'lease',
  'brand',
  'seller',
  'numbering',
  'signing_key',
  // Of these, the rows of the admin stay.
  'account',
  'open_account',
  'credential',
  'session',
  'two_factor',
  'passkey',
]

/** The login that stays, and in a running shop the session from which the shop is emptied. */
type KeptLogin = { id: string; sessionId?: string }

/**
 * Removes everything of a demo but one admin, who gets the owner's name and e-mail, and what was set of
 * the brand; and marks the shop as its owner's, so that no later start adds the demo again (product 20.6).
 */
export async function emptyDemo(db: Db, login: KeptLogin, owner: OwnShop): Promise<void> {
  await db.transaction().execute(async (db) => {
    // It may wait for work that began before.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local lock_timeout = '60s'`.execute(db)
    await truncateTables(db)
    await sql`alter sequence order_number restart`.execute(db)
    await db.insertInto('invariantCheck').defaultValues().execute()
    await db.insertInto('reviewCount').values({ written: 0 }).execute()
    await db.deleteFrom('seller').where('since', '>', sql<Date>`'-infinity'`).execute()
    await keepLogin(db, login, owner)
    await db
      .updateTable('brand')
      .set((row) => ({
        name: owner.shopName,
        contactEmail: owner.email,
        version: row('version', '+', 1),
      }))
      .execute()
    await markAsOwn(db)
  })
}

async function truncateTables(db: Db): Promise<void> {
  const { rows } = await sql<{ names: string }>`
    select string_agg(format('%I.%I', nspname, relname), ', ') as names
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = any(${['public', ...simulatorSchemas]})
      and relname !~ '^kysely_' and relname <> all(${KEPT})`.execute(db)
  await sql.raw(`truncate ${rows[0]?.names} restart identity`).execute(db)
}

async function keepLogin(db: Db, { id, sessionId }: KeptLogin, { name, email }: OwnShop) {
  await db.deleteFrom('account').where('id', '<>', id).execute()
  await db
    .deleteFrom('session')
    .$if(sessionId !== undefined, (query) => query.where('id', '<>', sessionId as string))
    .execute()
  await db
    .updateTable('account')
    .set({ name, email, emailVerified: true, image: null })
    .where('id', '=', id)
    .execute()
}
