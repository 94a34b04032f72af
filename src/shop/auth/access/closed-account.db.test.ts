import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, register } from '#server/testing/users.ts'

test('an order of an account that closes at this moment is answered as signed out', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const product = await addProduct(shop.db)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  // The user is deleted between the authentication and the insert of the order.
  await closeAccountsBefore(shop.db, sql`update on product`)
  for (const headers of [[], [['Idempotency-Key', 'a']]] as [string, string][][]) {
    const { status, body } = await jane.call('POST', '/perchase', order, headers)
    expect([status, body.code]).toEqual([401, 'not-signed-in'])
  }
})

test('a login of an account that closes at this moment leaves no session', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  // The user is deleted between the check of the password and the insert of the session.
  await closeAccountsBefore(shop.db, sql`insert on session`)
  const before = await shop.db.selectFrom('session').selectAll().execute()
  const { status, body } = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email, password },
  })
  expect([status, body.code]).toEqual([401, 'not-signed-in'])
  expect(await shop.db.selectFrom('session').selectAll().execute()).toEqual(before)
})

test('an order waits for the deletion of its buyer without a deadlock, and is refused', async () => {
  const { db: outside } = await openTestShop()
  const jane = { id: uuidv7(), email: 'jane@example.com', name: 'Jane' }
  await outside.insertInto('account').values(jane).execute()
  const { id: accountId, email, name } = jane
  const order = { id: uuidv7(), number: 'FW-1', accountId, email, name, address: '', searched: '' }
  const deletion = await outside.transaction().execute(async (db) => {
    await db.selectFrom('account').where('id', '=', accountId).forUpdate().execute()
    const placed = outside
      .insertInto('orders')
      .values(order)
      .execute()
      .then(() => 'placed', String)
    await untilBlocked(db)
    await db.updateTable('account').set({ closedAt: new Date() }).execute()
    return { placed }
  })
  expect(await deletion.placed).toMatch('The account is closed')
})

/** Waits until another connection waits for a lock. */
function untilBlocked(db: Db): Promise<unknown> {
  const blocked = sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return vi.waitFor(async () => expect((await blocked.execute(db)).rows).toHaveLength(1), 10_000)
}

/** Closes all accounts just before this change of a row, in its transaction. */
async function closeAccountsBefore(db: Db, change: RawBuilder<unknown>): Promise<void> {
  await sql`
    create function close_accounts() returns trigger language plpgsql as $$
    begin
      update account set closed_at = now();
      return new;
    end $$;
    create trigger race before ${change} for each row execute function close_accounts();
  `.execute(db)
}
