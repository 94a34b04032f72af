import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { byName, openHealthyShop } from '#server/testing/healthy-shop.ts'
import { buy, buySeveral, payFor, payUnasked, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { signUp } from '#server/testing/users.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { examine, isHealthy, report } from './doctor.server.ts'

test('a healthy shop has a line for each check, all "ok"', async () => {
  const { shop, ask } = await openHealthyShop()
  const [wrench, saw] = [await addProduct(shop.db), await addProduct(shop.db)]
  // An order of two lines counts once.
  await buySeveral(await signUp(shop), [wrench, saw])
  await shop.readMails()
  const findings = await ask()
  expect(byName(findings)).toEqual({
    Version: { state: 'ok', lines: [expect.stringMatching(/^2\.\d+\.\d+\S*, Node \d/)] },
    Settings: { state: 'ok', lines: ['SHOP_MODE demo'] },
    'Disk of DATA_DIR': { state: 'ok', lines: [expect.stringMatching(/^50 GB of 100 GB free/)] },
    'Mail server': { state: 'ok', lines: ['simulated by the shop itself'] },
    'Card payments': { state: 'ok', lines: ['the provider is responding'] },
    Database: { state: 'ok', lines: [expect.stringMatching(/^PostgreSQL \d/)] },
    Schema: { state: 'ok', lines: ['that of this version'] },
    'Shop mode': { state: 'ok', lines: ['demo'] },
    AUTH_SECRET: { state: 'ok', lines: ['that of this shop'] },
    Images: { state: 'ok', lines: [expect.stringContaining(shop.mediaFolder)] },
    Invariants: { state: 'ok', lines: ['stock, orders and money agree'] },
    Orders: { state: 'ok', lines: ['1 unpaid, 0 of them being cancelled'] },
    Refunds: { state: 'ok', lines: ['0 due, 0 failed'] },
    Mails: { state: 'ok', lines: ['0 waiting, 0 failed'] },
    Imports: { state: 'ok', lines: ['none is open'] },
    Clock: { state: 'ok', lines: ['invoices are dated in the order of their numbers'] },
    Workers: { state: 'ok', lines: Array(6).fill(expect.stringMatching(/: last round \d second/)) },
    Backups: {
      state: 'ok',
      lines: [expect.stringMatching(/^the last full one was made 60 minutes ago in/)],
    },
  })
  expect(isHealthy(findings)).toBe(true)
  expect(report(findings)).toMatch(/^ok +Card payments +the provider is responding$/m)
  expect(byName(await ask({ providers: new Map() }))['Card payments']?.lines).toEqual([
    'simulated by the shop itself while it runs',
  ])
})

test('an older or newer schema is named with both versions, and nothing else is read', async () => {
  const { db, deps } = await openHealthyShop()
  for (const [name, sentence] of [
    ['20261121-0900-create-accounts', /belongs to .*version .*, and this is version 2.*can’t migrate/],
    ['29990101-0000-later', /belongs to .*version .*, and this is version 2.*: update the shop/],
  ] as const) {
    await rolledBack(db, async (db) => {
      await sql`delete from kysely_migration`.execute(db)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
      const findings = await examine((work) => work(db), deps)
      expect(findings.at(-1)).toMatchObject({ about: 'Schema', state: 'error' })
      expect(findings.at(-1)?.lines[0]).toMatch(sentence)
    })
  }
})

test('what needs no database is checked without one', async () => {
  const { deps } = await openHealthyShop()
  const down = () => Promise.reject(new Error('DATABASE_URL is not reachable'))
  const findings = await examine(down, deps, (error) => Object(error).message)
  expect(findings.at(-1)).toEqual({
    about: 'Database',
    state: 'error',
    lines: ['DATABASE_URL is not reachable'],
  })
  expect(byName(findings)['Disk of DATA_DIR']).toMatchObject({ state: 'ok' })
})

test('open work is "warning", not "error"', async () => {
  const { shop, db, ask } = await openHealthyShop()
  const jane = await signUp(shop)
  const [order, cancelled] = [await buy(jane, await addProduct(db)), await buy(jane, await addProduct(db))]
  await startPaying(jane, order)
  await startPaying(jane, cancelled)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.cancel' })
  expect((await jane.call('DELETE', `/purchase/${order._id}`)).status).toBe(202)
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  await payUnasked(shop, cancelled)
  await shop.cards.deliverDueWebhooks()
  await db.updateTable('outgoingMail').set({ deadAt: new Date() }).execute()
  await sql`insert into product_import (id, actor, file_name, mode, makes_categories, started_at)
    values (gen_random_uuid(), 'operator', 'tools.csv', 'change', false, now() - interval '1 hour')
  `.execute(db)
  const findings = await ask()
  expect(byName(findings)).toMatchObject({
    Orders: { state: 'warning', lines: ['1 unpaid, 1 of them being cancelled'] },
    Refunds: { state: 'warning', lines: ['1 due, 0 failed'] },
    Mails: { state: 'warning', lines: [expect.stringMatching(/^0 waiting, \d failed$/)] },
    Imports: {
      state: 'warning',
      lines: ['1 open, the oldest is tools.csv: reading, asked for 60 minutes ago'],
    },
  })
  expect(isHealthy(findings)).toBe(true)
})

test('a violated invariant is "error", with the first rows', async () => {
  const { shop, db, ask } = await openHealthyShop()
  const products = await Promise.all(Array.from({ length: 25 }, () => addProduct(shop.db)))
  await db.updateTable('product').set({ quantity: 99 }).execute()
  const findings = await ask()
  await db.updateTable('product').set({ quantity: 100 }).execute()
  const { Invariants } = byName(findings)
  expect(Invariants).toMatchObject({ state: 'error' })
  expect(Invariants?.lines).toHaveLength(21)
  expect(Invariants?.lines.at(-1)).toBe('and 5 more')
  const subjects = products.map(({ id }) => `stock is the sum of its movements: product ${id}: `)
  const [first = ''] = Invariants?.lines ?? []
  expect(subjects).toContain(first.replace(/quantity 99, movements 100$/, ''))
  expect(isHealthy(findings)).toBe(false)
})

test('a clock that was set back is named by the invoice with a later number and an earlier date', async () => {
  const { db, shop, ask } = await openHealthyShop()
  const jane = await signUp(shop)
  const product = await addProduct(db)
  for (const _ of [1, 2]) await payFor(shop, jane, [(await buy(jane, product))._id])
  for (const table of ['invoice', 'invoice_line'])
    await sql.raw(`alter table ${table} disable trigger user`).execute(db)
  const second = sql`(select number from invoice where position = 2)`
  await sql`update invoice_line set issued_at = issued_at - interval '2 days' where invoice_number = ${second}`.execute(
    db,
  )
  await sql`update invoice set issued_at = issued_at - interval '2 days' where position = 2`.execute(db)
  const { Clock } = byName(await ask())
  const line = /^invoice INV-\d+-00002 has an earlier date than the one before it/
  expect(Clock).toEqual({ state: 'warning', lines: [expect.stringMatching(line)] })
})
