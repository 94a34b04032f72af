import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { readInvariants } from '../../src/operations/invariant-statements.ts'
import { type Db, openDatabase } from '../../src/platform/database/database.server.ts'
import { migrateFromFiles } from '../../src/platform/database/migration-files.server.ts'
import { withEmbeddedDatabase } from '../../src/platform/testing/embedded-database.ts'
import { createAccessTokens } from '../../src/shop/auth/access/access-token.server.ts'

export const AUTH_SECRET = 'of the bench alone, long enough for a shop'
/** Enough buyers that none reaches the cap on unpaid orders, each of an organisation of its own. */
const BUYERS = 2000
const PRODUCTS = 1000
const STOCK = 1_000_000

/** A database server, or the embedded one of a shop that is stopped. */
type Where = { databaseUrl: string } | { dataDir: string }

/** The buyers' access tokens and the ids of the products. */
export type Customers = { tokens: string[]; products: string[] }

/** Fills the database with products and signed-in buyers, before the shop starts. */
export async function fillShop(where: Where): Promise<Customers> {
  const products = Array.from({ length: PRODUCTS }, () => uuidv7())
  const buyers = Array.from({ length: BUYERS }, () => ({ account: uuidv7(), session: uuidv7() }))
  const accounts = buyers.map(({ account }) => account)
  const sessions = buyers.map(({ session }) => session)
  await withDatabase(where, async (db) => {
    await migrateFromFiles(db)
    await sql`insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
      select id, 'Try Square', 'Blued steel', 1250, ${STOCK}, 1, '/media/x.webp'
      from unnest(${products}::uuid[]) as id`.execute(db)
    await sql`insert into stock_movement (product_id, delta, kind)
      select id, ${STOCK}::integer, 'opening' from product`.execute(db)
    await sql`insert into account (id, email, email_verified, name)
      select id, 'jane@' || id || '.example', true, 'Jane' from unnest(${accounts}::uuid[]) as id`.execute(db)
    await sql`insert into session (id, user_id, token, expires_at)
      select session, account, session, now() + interval '1 hour'
      from unnest(${accounts}::uuid[], ${sessions}::uuid[]) as of_bench (account, session)`.execute(db)
    await sql`analyze`.execute(db)
  })
  const { issue } = await createAccessTokens(AUTH_SECRET, () => new Date())
  const tokens = await Promise.all(
    buyers.map(({ account, session }) => issue({ accountId: account, sessionId: session })),
  )
  return { tokens, products }
}

const invariants = readInvariants(readFileSync(join(import.meta.dirname, '../../db/invariants.sql'), 'utf8'))

/** Counts the orders and checks all invariants, after the shop has stopped. */
export function auditShop(where: Where): Promise<{ orders: number; faults: string[] }> {
  return withDatabase(where, async (db) => {
    const faults: string[] = []
    for (const statement of invariants) {
      const query = sql.raw<{ invariant: string; subject: string }>(statement.sql)
      const { rows } = await query.execute(db)
      faults.push(...rows.map(({ invariant, subject }) => `${invariant}: ${subject}`))
    }
    const sold = await sql<{ orders: number; ordered: number; missing: number }>`
      select (select count(*)::int from order_line) as orders,
        (select coalesce(sum(quantity), 0)::int from order_line) as ordered,
        (select sum(${STOCK} - quantity)::int from product where id in
          (select product_id from stock_movement where delta = ${STOCK})) as missing`.execute(db)
    const { orders = 0, ordered, missing } = sold.rows[0] ?? {}
    if (ordered !== missing) faults.push(`the stock decreased by ${missing} for ${ordered} ordered pieces`)
    return { orders, faults }
  })
}

async function withDatabase<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  const open = async (databaseUrl: string) => {
    const { maintenance, close } = await openDatabase({ databaseUrl })
    return maintenance(work).finally(close)
  }
  if ('databaseUrl' in where) return open(where.databaseUrl)
  return withEmbeddedDatabase(where.dataDir, (_, url) => open(url))
}
