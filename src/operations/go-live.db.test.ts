import pg from 'pg'
import { expect, test } from 'vitest'
import { RUNNING_SHOP } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, pack, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { operatorCommand, runOperatorCommand } from './admin-commands.server.ts'
import { checkShopMode } from './installation.server.ts'
import { findViolations } from './invariants.server.ts'

test('a database keeps the mode it was first used in', async () => {
  const { db } = await createTestDatabase()
  await checkShopMode(db, 'live')
  await checkShopMode(db, 'live')
  await expect(checkShopMode(db, 'demo')).rejects.toThrow(/live shop’s: set SHOP_MODE=live/)
})

test('live mode refuses a demo’s database and names the remedy', async () => {
  const { db } = await createTestDatabase()
  await checkShopMode(db, 'demo')
  await expect(checkShopMode(db, 'live')).rejects.toThrow(/npm run admin -- go-live/)
})

test('a database without a stored mode is a demo’s when it has simulator schemas', async () => {
  const { db } = await openTestShop()
  await expect(checkShopMode(db, 'live')).rejects.toThrow(/npm run admin -- go-live/)
})

test('going live removes demo logins, orders and simulated payments, and keeps the catalogue', async () => {
  const shop = await openTestShop()
  const { db } = shop
  await checkShopMode(db, 'demo')
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  await db.updateTable('account').set({ emailVerified: true }).execute()
  const buyer = { id: crypto.randomUUID(), email: 'buyer@forgewell.example', name: 'Demo Buyer' }
  await db.insertInto('account').values(buyer).execute()
  const product = await addProduct(db, { quantity: 100 })
  const paid = await buy(jane, product)
  const intent = await startPaying(jane, paid)
  await payByCard(shop, intent)
  expect((await reportPayment(jane, paid, intent)).status).toBe(200)
  expect((await pack(owen, paid, [{ _id: paid._id, quantity: 4 }])).status).toBe(200)
  await buy(jane, product)
  const cancelled = await buy(jane, product)
  expect((await jane.call('DELETE', `/purchase/${cancelled._id}`)).status).toBe(200)

  const { ok } = await runOperatorCommand(db, operatorCommand.parse({ action: 'go-live' }))
  expect(ok).toBe(true)

  for (const table of [
    'orders',
    'orderLine',
    'orderEvent',
    'payment',
    'paymentLine',
    'refund',
    'shipment',
    'outgoingMail',
  ] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  }
  const { quantity } = await db
    .selectFrom('product')
    .select('quantity')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  expect(quantity).toBe(100)
  expect(await findViolations(db)).toEqual([])
  const accounts = await db.selectFrom('account').select(['email', 'role', 'emailVerified']).execute()
  expect(accounts.sort((a, b) => (a.email < b.email ? -1 : 1))).toEqual(
    [owen.email, jane.email].sort().map((email) => ({ email, role: 'buyer', emailVerified: false })),
  )
  // A former admin needs a mailed reset link; the demo's password is gone.
  const passwords = await db
    .selectFrom('credential')
    .innerJoin('account', 'account.id', 'credential.userId')
    .select('email')
    .execute()
  expect(passwords).toEqual([{ email: jane.email }])
  expect((await jane.call('GET', `/users/${jane.email}`)).status).toBe(401)
  await checkShopMode(db, 'live')
  await expect(checkShopMode(db, 'demo')).rejects.toThrow(/live shop’s/)
})

test('going live is refused while a process of the shop is connected', async () => {
  const { db, url } = await createTestDatabase()
  const shop = new pg.Client({ connectionString: url, application_name: RUNNING_SHOP })
  await shop.connect()
  const goLive = () => runOperatorCommand(db, { action: 'go-live' })
  expect(await goLive()).toEqual({
    ok: false,
    message: 'The shop is running. Stop it, then run go-live again.',
  })
  await shop.end()
  await expect.poll(goLive).toMatchObject({ ok: true })
})
