import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, payFor } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { forgetPools } from './buyer-pools.server.ts'
import { orderRulesOf } from './order-rules.server.ts'

// A hundredth of a shop's limits: one buyer $1,000, buyers who never paid $3,000 together.
const OPEN_ORDERS = { orders: 50, dollars: 1_000, stockPercent: 50 }
const orderRules = orderRulesOf({ ...readSettings({}), OPEN_ORDERS })
const openShop = (database?: Parameters<typeof openTestShop>[0]) =>
  openTestShop(database, undefined, { orderRules })

const attackers = '203.0.113.7'

async function signUpAt(shop: TestShop, domain: string): Promise<Person> {
  const person = await signUp(shop)
  const email = `${crypto.randomUUID()}@${domain}`
  await shop.db.updateTable('account').set({ email }).where('email', '=', person.email).execute()
  return { ...person, email }
}

const order = (
  { app }: TestShop,
  { token }: Person,
  product: { id: string },
  quantity: number,
  ipAddress: string,
) => {
  const body = { productId: product.id, quantity, name: 'Eve', address: '1 Anvil Street' }
  return callApi(app, 'POST', '/perchase', { body, token, ipAddress })
}

/** Accounts of one domain, in two processes, that order all that they can at the same time. */
async function attack(domainOf: (box: number) => string) {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shops = [await openShop(database), await openShop(database)] as const
  const product = await addProduct(database.db, {
    quantity: 1000,
    minQuantity: 1,
    unitPriceCents: 1000,
  })
  const boxes = await Promise.all(
    Array.from({ length: 6 }, (_, box) => signUpAt(shops[0], domainOf(box))),
  )
  const orders = boxes.flatMap((box) => [60, 40].map((pieces) => [box, pieces] as const))
  const answers = await Promise.all(
    orders.map(([box, pieces], index) =>
      order(shops[index % 2 === 0 ? 0 : 1], box, product, pieces, attackers),
    ),
  )
  return { shop: shops[0], product, boxes, answers }
}

test.each([
  ['one mail domain', () => 'attacker.example'],
  ['subdomains of one domain', (box: number) => `a${box}.attacker.example`],
  ['one network', () => 'gmail.com'],
])(
  'buyers of %s who never paid hold three buyers’ value together; a new customer elsewhere can order half of a stock',
  async (_, domainOf) => {
    const { shop, product, answers } = await attack(domainOf)
    expect(await stockOf(shop.db, product.id)).toBeGreaterThanOrEqual(700)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: {
        code: 'new-buyers-hold-too-much',
        message: expect.stringContaining('unpaid orders of up to $3,000.00 together'),
      },
    })
    const other = await addProduct(shop.db, { quantity: 100, minQuantity: 1, unitPriceCents: 1000 })
    const jane = await signUpAt(shop, 'anvils.example')
    expect((await order(shop, jane, other, 50, '203.0.113.8')).status).toBe(200)
  },
)

test('who has paid is not part of them, and a payment frees what the buyer holds', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db, {
    quantity: 1000,
    minQuantity: 1,
    unitPriceCents: 1000,
  })
  const [jane, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => signUpAt(shop, 'anvils.example')),
  )
  if (!jane) throw new Error('No buyer')
  const first = await buy(jane, product, 50)
  for (const buyer of others.slice(0, 2)) await order(shop, buyer, product, 100, attackers)
  await order(shop, jane, product, 50, attackers)
  const [, , third, fourth] = others
  if (!third || !fourth) throw new Error('No buyer')
  expect((await order(shop, third, product, 1, attackers)).status).toBe(409)
  await payFor(shop, jane, [first._id])
  expect((await order(shop, jane, product, 40, attackers)).status).toBe(200)
  expect((await order(shop, third, product, 100, attackers)).status).toBe(200)
  expect((await order(shop, fourth, product, 1, attackers)).status).toBe(409)
})

test('the orders of buyers who never paid are held for 24 hours, those of others for 72', async () => {
  const shop = await openShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const hours = ({ heldUntil, createdAt }: { heldUntil?: string; createdAt: string }) =>
    (Date.parse(heldUntil ?? '') - Date.parse(createdAt)) / 3_600_000
  const first = await buy(jane, product)
  expect(hours(first)).toBe(24)
  await payFor(shop, jane, [first._id])
  expect(hours(await buy(jane, product))).toBe(72)
})

test('an admin cancels all of them with one press; those of others stay', async () => {
  const { shop, product } = await attack(() => 'attacker.example')
  const owen = await signUpAdmin(shop)
  const jane = await signUpAt(shop, 'anvils.example')
  await order(shop, jane, product, 10, '203.0.113.8')
  const { body: pools } = await owen.call('GET', '/heldStock/pools')
  expect(pools.map(({ pool }: { pool: string }) => pool).sort()).toEqual([
    'mail domain attacker.example',
    `network ${attackers}`,
  ])
  expect(pools[0].dollars).toBeLessThanOrEqual(3_000)
  const path = `/heldStock/pools?pool=${encodeURIComponent('mail domain attacker.example')}`
  expect((await owen.call('DELETE', path)).body).toMatchObject({
    deletedCount: pools[0].orders,
    stillCancelling: 0,
  })
  expect(await stockOf(shop.db, product.id)).toBe(990)
  expect((await owen.call('GET', '/heldStock/pools')).body).toEqual([])
  // The networks of closed orders are not kept.
  await forgetPools(shop.db)
  const kept = await shop.db.selectFrom('orderLine').select('pools').execute()
  expect(kept.map(({ pools }) => pools).filter((pools) => pools.length > 0)).toEqual([
    ['mail domain anvils.example', 'network 203.0.113.8'],
  ])
})
