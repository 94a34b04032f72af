import { expect, test } from 'vitest'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, shopUrl, wideOrderRules } from '#server/testing/test-shop.ts'
import { register, signUp, signUpAdmin } from '#server/testing/users.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { keyedRequest } from '#shop/orders/purchase/idempotency.server.ts'
import { placeWithin } from '#shop/orders/purchase/place-orders.server.ts'

const name = 'Jane <b>Buyer</b>'
const address = '1 Anvil Street\nSheffield'

test('ordering, paying and cancelling send one mail each', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { name: 'Try Square & Co', quantity: 100 })
  const jane = await signUp(shop)
  const order = { productId: product.id, quantity: 20, name, address }
  const mails = async () => (await shop.readMails()).filter(({ subject }) => !subject.startsWith('Welcome'))

  const key = { 'Idempotency-Key': 'one' }
  const { body: placed } = await jane.call('POST', '/perchase', order, key)
  await jane.call('POST', '/perchase', order, key)
  const [note, ...others] = await mails()
  expect(others).toEqual([])
  expect(note).toMatchObject({
    to: jane.email,
    subject: `Your order ${placed.orderNumber}: 20 × Try Square & Co`,
  })
  const payLink = `${shopUrl}/dashboard/orders/payment/${placed._id}`
  for (const part of ['$12.50', '$250.00', payLink, 'Sheffield']) {
    expect(note?.html).toContain(part)
    expect(note?.text).toContain(part)
  }
  expect(note?.html).toContain('Jane &lt;b&gt;Buyer&lt;/b&gt;')
  expect(note?.html).toContain('Try Square &amp; Co')
  expect(note?.html).not.toContain('<b>')

  const { body: payable } = await jane.call('GET', `/purchase/payment/${placed._id}`)
  const intentId: string = payable.clientSecret.split('_secret_')[0]
  await shop.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
  const pay = () => jane.call('PUT', `/purchase/${placed._id}`, { transactionId: intentId })
  expect((await pay()).status).toBe(200)
  await pay()
  await shop.cards.deliverDueWebhooks()
  const paid = await mails()
  expect(paid).toHaveLength(2)
  expect(paid[0]).toMatchObject({
    to: jane.email,
    subject: `Paid: order ${placed.orderNumber}, 20 × Try Square & Co`,
  })
  expect(paid[0]?.text).toContain(intentId)

  const { body: second } = await jane.call('POST', '/perchase', order)
  await jane.call('DELETE', `/purchase/${second._id}`)
  await jane.call('DELETE', `/purchase/${second._id}`)
  const subjects = (await mails()).map(({ subject }) => subject.split(':')[0])
  expect(subjects).toEqual([
    'Cancelled',
    `Your order ${second.orderNumber}`,
    'Paid',
    `Your order ${placed.orderNumber}`,
  ])
})

test('a refused or rolled-back order sends no mail', async () => {
  const shop = await openTestShop()
  const { db } = shop
  const product = await addProduct(db, { quantity: 100 })
  const jane = await signUp(shop)
  await shop.readMails()
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const caller: Caller = {
    id,
    email: jane.email,
    name,
    role: 'buyer',
    emailVerified: true,
    lacksSecondFactor: false,
    lacksVerifiedEmail: false,
    sessionId: '',
  }
  const wanted = { productId: product.id, quantity: 10, name, address }
  const failing = db.transaction().execute(async (db) => {
    const keyed = keyedRequest(caller.id, undefined, wanted)
    const request = { buyer: caller, recipient: wanted, lines: [wanted], isSingle: true, keyed }
    const [outcome] = await placeWithin(db, [request], wideOrderRules)
    expect(outcome).toHaveProperty('placed')
    throw new Error('The lights went out')
  })
  await expect(failing).rejects.toThrow('The lights went out')
  await jane.call('POST', '/perchase', { ...wanted, quantity: 101 })
  expect(await db.selectFrom('outgoingMail').selectAll().execute()).toEqual([])
  expect(await stockOf(db, product.id)).toBe(100)
})

test('orders are placed while the mail server is down', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await register(shop)
  // The outbox worker of this shop is not running.
  const answer = await jane.call('POST', '/perchase', {
    productId: product.id,
    quantity: 10,
    name: 'Jane \ud800',
    address,
  })
  expect(answer.status).toBe(200)
  const queued = await shop.db.selectFrom('outgoingMail').select('template').execute()
  expect(queued.map(({ template }) => template).sort()).toEqual(['order-placed', 'verify-email'])
})

test('deleted users get no mail', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const owen = await signUpAdmin(shop)
  const jane = await signUp(shop)
  await jane.call('POST', '/perchase', { productId: product.id, quantity: 10, name, address })
  const before = (await shop.readMails()).length
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  expect(await stockOf(shop.db, product.id)).toBe(100)
  expect(await shop.readMails()).toHaveLength(before)
})
