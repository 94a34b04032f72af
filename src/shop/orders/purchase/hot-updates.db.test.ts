import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { keyedRequest } from './idempotency.server.ts'
import { placeWithin } from './place-orders.server.ts'

test('a sale updates its product in place, without writing an index', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  const jane = await signUp(shop)
  const buyer = await shop.db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'emailVerified'])
    .where('email', '=', jane.email)
    .executeTakeFirstOrThrow()
  const caller = {
    ...buyer,
    role: 'buyer' as const,
    sessionId: '',
    lacksSecondFactor: false,
    lacksVerifiedEmail: false,
  }
  const line = { productId: product.id, quantity: 10 }
  const recipient = { name: 'Jane', address: '1 Anvil Street' }
  const keyed = keyedRequest(buyer.id, undefined, line)
  const request = { buyer: caller, recipient, lines: [line], isSingle: true, keyed }
  // Counters of a running transaction are exact at once, unlike those of all transactions. They may
  // still contain earlier updates of the same connection.
  const { before, after } = await shop.db.transaction().execute(async (db) => {
    const before = await updatesOfProducts(db)
    for (let order = 0; order < 20; order++) await placeWithin(db, [request], wideOrderRules)
    return { before, after: await updatesOfProducts(db) }
  })
  expect(after.updates - before.updates).toBe(20)
  expect(after.hot - before.hot).toBe(20)
})

async function updatesOfProducts(db: Db) {
  const { rows } = await sql<{ updates: number; hot: number }>`
    select n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot
    from pg_stat_xact_user_tables
    where relname = 'product' and schemaname = current_schema()`.execute(db)
  return rows[0] ?? { updates: 0, hot: 0 }
}
