import { expect, test } from 'vitest'
import { buy, payUnasked, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { examine, report } from './doctor.server.ts'

async function findingsOf({ db, payments }: TestShop) {
  const findings = await examine(db, payments)
  return Object.fromEntries(findings.map(({ about, state, lines }) => [about, { state, lines }]))
}

test('a healthy shop has one line per check, all "ok"', async () => {
  const shop = await openTestShop()
  await buy(await signUp(shop), await addProduct(shop.db))
  await shop.readMails()
  expect(await findingsOf(shop)).toEqual({
    Version: { state: 'ok', lines: [expect.stringMatching(/^\d+\.\d+\.\d+, Node \d/)] },
    Database: { state: 'ok', lines: [expect.stringMatching(/^PostgreSQL \d/)] },
    Invariants: { state: 'ok', lines: ['stock, orders and money agree'] },
    Orders: { state: 'ok', lines: ['1 unpaid, 0 of them being cancelled'] },
    Refunds: { state: 'ok', lines: ['0 due, 0 failed'] },
    Mails: { state: 'ok', lines: ['0 waiting, 0 failed'] },
    'Card payments': { state: 'ok', lines: ['the provider is responding'] },
  })
  const { ok, message } = report(await examine(shop.db, undefined))
  expect(ok).toBe(true)
  expect(message.split('\n')).toHaveLength(7)
  expect(message).toContain('ok       Card payments  simulated by the shop itself while it runs')
})

test('open work is "warning", not "error"', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const [order, cancelled] = [
    await buy(jane, await addProduct(shop.db)),
    await buy(jane, await addProduct(shop.db)),
  ]
  await startPaying(jane, order)
  await startPaying(jane, cancelled)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.cancel' })
  expect((await jane.call('DELETE', `/purchase/${order._id}`)).status).toBe(202)
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'refunds.create' })
  await payUnasked(shop, cancelled)
  await shop.cards.deliverDueWebhooks()
  await shop.db.updateTable('outgoingMail').set({ deadAt: new Date() }).execute()
  const findings = await examine(shop.db, shop.payments)
  expect(findings).toMatchObject([
    ...Array(3).fill({ state: 'ok' }),
    { state: 'warning', lines: ['1 unpaid, 1 of them being cancelled'] },
    { state: 'warning', lines: ['1 due, 0 failed'] },
    { state: 'warning', lines: [expect.stringMatching(/^0 waiting, \d failed$/)] },
    { state: 'ok' },
  ])
  expect(report(findings).ok).toBe(true)
})

test('a violated invariant or an unresponsive provider is "error"', async () => {
  const shop = await openTestShop()
  const products = await Promise.all(Array.from({ length: 25 }, () => addProduct(shop.db)))
  await shop.db.updateTable('product').set({ quantity: 99 }).execute()
  const { Invariants } = await findingsOf(shop)
  await shop.db.updateTable('product').set({ quantity: 100 }).execute()
  expect(Invariants).toMatchObject({ state: 'error' })
  expect(Invariants?.lines).toHaveLength(21)
  expect(Invariants?.lines.at(-1)).toBe('and 5 more')
  const subjects = products.map(({ id }) => `stock is the sum of its movements: product ${id}: `)
  const [first = ''] = Invariants?.lines ?? []
  expect(subjects).toContain(first.replace(/quantity 99, movements 100$/, ''))

  await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.retrieve' })
  const findings = await examine(shop.db, shop.payments)
  expect(findings.at(-1)).toMatchObject({ about: 'Card payments', state: 'error' })
  expect(report(findings).ok).toBe(false)
})
