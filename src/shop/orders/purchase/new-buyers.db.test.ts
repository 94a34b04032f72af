import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, listedOrders, ordersOf, payFor, startPaying } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'
import { forgetIpAddresses } from '#shop/orders/cancel/anonymize-orders.server.ts'
import { orderRulesOf } from './order-rules.server.ts'

const orderRules = orderRulesOf(readSettings({}))
const openShop = (given?: Parameters<typeof openTestShop>[0]) =>
  openTestShop(given, undefined, { orderRules })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const many = <One>(count: number, make: (index: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

type Product = { id: string }
const ordered = (products: Product[], quantity: number, more: object = {}) => ({
  lines: products.map(({ id: productId }) => ({ productId, quantity })),
  name: 'Eve',
  address: '1 Anvil Street',
  ...more,
})
const order = ({ app }: TestShop, { token }: Person, body: object, ipAddress = '203.0.113.7') =>
  callApi(app, 'POST', '/orders', { body, token, ipAddress })
const heldFor = (placed: { heldUntil?: string; createdAt: string }) =>
  Date.parse(placed.heldUntil ?? '') - Date.parse(placed.createdAt)

/** Expires what is held until then, with the clock set back afterwards for the access tokens. */
async function expireAt(shop: TestShop, time: number): Promise<void> {
  shop.clock.now = new Date(time)
  await shop.reconcile()
  shop.clock.now = new Date()
}

/** A new buyer holds the whole share of a product of 100 pieces at $40. */
async function openScarceShop() {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 100, unitPriceCents: 4000 })
  const eve = await signUp(shop)
  await buy(eve, product, 50)
  return { shop, product, eve }
}

test('fifty accounts of twenty networks refuse neither a buyer who paid nor the first order of a newcomer', async () => {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shops = [await openShop(database), await openShop(database)] as const
  const [shop] = shops
  const products = await many(6, () => addProduct(shop.db, { quantity: 1000, unitPriceCents: 600 }))
  const known = await signUp(shop)
  const first = await buy(known, products[0] as Product)
  await payFor(shop, known, [first._id])
  const attackers = await many(50, () => signUp(shop))
  const attack = (body: object) =>
    many(50, (at) =>
      order(shops[at % 2 === 0 ? 0 : 1], attackers[at] as Person, body, `203.0.113.${at % 20}`),
    )
  const answers = await attack(ordered(products, 40))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
  // Those of one batch do not know yet when the orders of the others end.
  const late = await order(shop, attackers[0] as Person, ordered(products, 40))
  expect(late.body.lines[0]).toMatchObject({
    code: 'new-buyers-hold-too-much',
    field: 'quantity',
    message: expect.stringMatching(/^New customers hold .* ends in 24 hours\.$/),
  })
  // Of each their first order of a small value.
  const small = await attack(ordered(products.slice(0, 3), 10))
  expect(small.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(38)
  const atOnce = await attack(ordered(products, 20, { payAtOnce: true }))
  expect(atOnce.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(4)
  expect((await order(shop, known, ordered(products, 30))).status).toBe(200)
  const newcomer = await signUpUnverified(shop)
  expect((await order(shop, newcomer, ordered(products, 10))).status).toBe(200)
  const second = await order(shop, newcomer, ordered(products.slice(0, 1), 10))
  expect(second).toMatchObject({ status: 409, body: { lines: [{ available: 0 }] } })
  await expireAt(shop, Date.now() + 24 * HOUR + MINUTE)
  expect(await stockOf(shop.db, (products[5] as Product).id)).toBe(970)
})

test('a payment or a company makes a buyer known, and frees the share', async () => {
  const { shop, product, eve } = await openScarceShop()
  const [joe, ann] = [await signUp(shop), await signUp(shop)]
  for (const buyer of [joe, ann]) {
    expect((await order(shop, buyer, ordered([product], 15))).status).toBe(409)
  }
  const owen = await signUpAdmin(shop)
  const { body: company } = await owen.call('POST', '/companies', { name: 'Anvil Works' })
  await owen.call('PUT', `/companies/${company._id}/members/${joe.email}`, {})
  expect((await order(shop, joe, ordered([product], 20))).status).toBe(200)
  const [first] = await ordersOf(eve)
  await payFor(shop, eve, [first?._id ?? ''])
  // Half of the 30 that are left; before, nothing was left for new buyers.
  expect((await order(shop, ann, ordered([product], 15))).status).toBe(200)
})

test('the purchase form names what is left of the share, and the free first order', async () => {
  const { shop, product } = await openScarceShop()
  const joe = await signUp(shop)
  const limits = async () => (await joe.call('GET', `/orderLimits/${product.id}`)).body
  expect(await limits()).toMatchObject({ pieces: { held: 0, most: 0 }, freeDollars: 500 })
  await buy(joe, product, 10)
  expect(await limits()).toMatchObject({ orders: { held: 1 }, pieces: { held: 10, most: 10 } })
})

test('“Place and pay” is free of the share for 15 minutes, one at a time, once a day', async () => {
  const { shop, product } = await openScarceShop()
  const joe = await signUp(shop)
  const offered = async () => (await joe.call('GET', '/checkout')).body.newBuyer
  expect(await offered()).toEqual({ freeDollars: 500, payAtOnceMinutes: 15 })
  const atOnce = ordered([product], 25, { payAtOnce: true })
  expect((await order(shop, joe, ordered([product], 25))).status).toBe(409)
  const placed = await order(shop, joe, atOnce)
  expect(placed.status).toBe(200)
  expect(heldFor(placed.body.lines[0])).toBe(15 * MINUTE)
  expect(await offered()).toEqual({})
  expect((await order(shop, joe, ordered([product], 10, { payAtOnce: true }))).status).toBe(409)
  await expireAt(shop, Date.now() + 16 * MINUTE)
  expect(await ordersOf(joe)).toEqual([])
  const again = await order(shop, joe, atOnce)
  expect(again.body.lines).toMatchObject([{ code: 'new-buyers-hold-too-much' }])
  expect(again.body.lines[0].message).not.toContain('Place and pay')
  const ann = await signUp(shop)
  const allowed = async (hours: number) => {
    const id = uuidv7({ msecs: Date.now() - hours * HOUR })
    await sql`insert into orders (id, number, account_id, name, email, address, searched, pay_at_once)
      select ${id}, ${id}, id, '', '', '', '', true from account where email = ${ann.email}`.execute(shop.db)
    return (await order(shop, ann, atOnce)).status
  }
  // One that ended unpaid.
  expect([await allowed(25), await allowed(23)]).toEqual([200, 409])
})

test('“Place and pay” sends one mail: of the payment, or of the order when it is not paid', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  const jane = await signUp(shop)
  const atOnce = ordered([product], 10, { payAtOnce: true })
  const subjects = async () =>
    (await shop.readMails())
      .filter(({ to }) => to === jane.email)
      .map(({ subject }) => subject.replace(/ FW.*/, ''))
  const { body: paid } = await order(shop, jane, atOnce)
  expect(await subjects()).toEqual([])
  await payFor(shop, jane, [paid.lines[0]._id])
  expect(await subjects()).toEqual(['Paid: order'])
  const { body: declined } = await order(shop, jane, atOnce)
  const intent = await startPaying(jane, declined.lines[0])
  const card = { payment_method: 'pm_card_chargeDeclined' }
  await expect(shop.stripe.paymentIntents.confirm(intent, card)).rejects.toThrow('declined')
  expect(await subjects()).toEqual(['Paid: order'])
  await shop.cards.deliverDueWebhooks()
  expect((await subjects()).sort()).toEqual(['Paid: order', 'Your order'])
  const { body: unpaid } = await order(shop, jane, atOnce)
  const later = () => sql`update outgoing_mail set due_at = due_at - interval '10 minutes'`.execute(shop.db)
  await later()
  expect((await subjects()).sort()).toEqual(['Paid: order', 'Your order', 'Your order'])
  const { body: cancelled } = await order(shop, jane, atOnce)
  await jane.call('DELETE', `/purchase/${cancelled.lines[0]._id}`)
  await later()
  expect((await subjects()).sort()).toEqual(['Cancelled: order', 'Paid: order', 'Your order', 'Your order'])
  expect(unpaid.status).toBe('unpaid')
})

test('orders are held 24 hours, of unverified buyers 2, of known ones 72; verifying extends', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db)
  const [jane, eve] = [await signUp(shop), await signUpUnverified(shop)]
  const first = await buy(jane, product)
  expect(heldFor(first)).toBe(24 * HOUR)
  await payFor(shop, jane, [first._id])
  expect(heldFor(await buy(jane, product))).toBe(72 * HOUR)
  const held = await buy(eve, product)
  expect(heldFor(held)).toBe(2 * HOUR)
  const mail = (await shop.readMails()).find(({ to }) => to === eve.email)
  const [path] = /\/verify-email\S+/.exec(mail?.text ?? '') ?? []
  const { cookie } = eve
  expect((await callApi(shop.app, 'GET', `/auth${path}`, { cookie })).status).toBe(200)
  const [extended] = await ordersOf(eve)
  expect(heldFor({ ...held, ...extended })).toBe(24 * HOUR)
  await expireAt(shop, Date.parse(held.createdAt) + 24 * HOUR - 1000)
  expect((await listedOrders(shop.db)).map(({ id }) => id)).toContain(held._id)
})

test('an admin cancels the orders of all new buyers of a network or mail domain with one press', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  const owen = await signUpAdmin(shop)
  const signUpAt = async (email: string) => {
    const person = await signUp(shop)
    await shop.db.updateTable('account').set({ email }).where('email', '=', person.email).execute()
    return { ...person, email }
  }
  const boxes = await many(3, (box) => signUpAt(`box@a${box}.attacker.example`))
  for (const box of boxes) await order(shop, box, ordered([product], 10), '2001:db8:1:2::7')
  const jane = await signUpAt('jane@anvils.example')
  await order(shop, jane, ordered([product], 10), '203.0.113.8')
  const pools = async () => (await owen.call('GET', '/heldStock/pools')).body
  const found = await pools()
  expect(found.map(({ pool }: { pool: string }) => pool)).toEqual([
    'mail domain attacker.example',
    'network 2001:db8:1:2::/64',
    'network 2001:db8:1::/48',
    'network 2001:db8:1::/56',
  ])
  expect(found[0]).toMatchObject({ buyers: 3, orders: 3, pieces: 30, dollars: 375 })
  const path = `/heldStock/pools?pool=${encodeURIComponent('network 2001:db8:1::/48')}`
  expect((await owen.call('DELETE', path)).body).toEqual({ deletedCount: 3, stillCancelling: 0 })
  expect(await pools()).toEqual([])
  expect(await stockOf(shop.db, product.id)).toBe(990)
  await forgetIpAddresses(shop.db)
  const kept = await shop.db.selectFrom('orders').select('ipAddress').execute()
  expect(kept.map(({ ipAddress }) => ipAddress).filter(Boolean)).toEqual(['203.0.113.8'])
})
