import { expect, test } from 'vitest'
import { listedOrders } from '#server/testing/orders.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, register, signUpAdmin } from '#server/testing/users.ts'

const address = '1 Anvil Street'
const ownForm = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } }

/** Creates a buyer with one paid order, one unpaid and one whose payment has started. */
async function openShopWithOrders() {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await register(shop)]
  const product = await addProduct(shop.db, { quantity: 100 })
  const order = async (): Promise<string> => {
    const shippingAddress = { street: address, city: 'Sheffield', postcode: 'S3 8GB' }
    const buyer = { name: 'Jane Buyer', address, shippingAddress }
    const wanted = { productId: product.id, quantity: 10, ...buyer }
    return (await jane.call('POST', '/perchase', wanted, { 'Idempotency-Key': crypto.randomUUID() })).body._id
  }
  const begin = async (id: string): Promise<string> => {
    const { body } = await jane.call('GET', `/purchase/payment/${id}`)
    return body.clientSecret.split('_secret_')[0]
  }
  const [paid, unpaid, begun] = [await order(), await order(), await order()]
  const intent = await begin(paid)
  await shop.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
  await jane.call('PUT', `/purchase/${paid}`, { transactionId: intent })
  return { shop, owen, jane, product, order, paid, unpaid, begun, begunIntent: await begin(begun) }
}

test('deleting a user cancels the unpaid orders, restores their stock and anonymizes the paid ones', async () => {
  const { shop, owen, jane, product, paid, begunIntent } = await openShopWithOrders()
  expect(await stockOf(shop.db, product.id)).toBe(70)
  const deleted = await owen.call('DELETE', `/users/${jane.email}`)
  expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } })

  const left = await listedOrders(shop.db)
  expect(left).toMatchObject([{ id: paid, name: 'Deleted user', address: '' }])
  expect(left[0]?.email).toMatch(/^deleted-[\da-f-]+@deleted\.invalid$/)
  expect(await stockOf(shop.db, product.id)).toBe(90)
  expect((await shop.stripe.paymentIntents.retrieve(begunIntent)).status).toBe('canceled')
  expect((await owen.call('GET', '/purchase')).body).toHaveLength(1)
})

test('deleting a user removes all personal data except the audit entry', async () => {
  const { shop, owen, jane } = await openShopWithOrders()
  await jane.call('PUT', `/users/${jane.email}`, {
    phone: '0114 496',
    city: 'Sheffield',
    postcode: 'S3 8GB',
    address,
  })
  await jane.call('POST', '/reviews', {
    email: jane.email,
    name: 'Jane Buyer',
    ratings: 5,
    review: 'Sharp, square and true.',
  })
  await owen.call('DELETE', `/users/${jane.email}`)
  const tables = ['account', 'credential', 'session', 'verification', 'orders', 'review'] as const
  for (const table of [...tables, 'idempotencyKey', 'stockMovement'] as const) {
    const rows = JSON.stringify(await shop.db.selectFrom(table).selectAll().execute())
    for (const word of [jane.email, 'Jane', '0114 496', 'Sheffield', 'S3 8GB', address]) {
      expect(`${table}: ${rows}`).not.toContain(word)
    }
  }
  const entries = await shop.db.selectFrom('auditEntry').selectAll().execute()
  expect(entries.find(({ action }) => action === 'account-deleted')).toMatchObject({
    actor: owen.email,
    subject: jane.email,
    subjectId: expect.any(String),
  })
})

test('a deleted user is signed out at once, and the e-mail can register again', async () => {
  const { shop, owen, jane } = await openShopWithOrders()
  await owen.call('PUT', `/users/admin/${jane.email}`)
  await owen.call('DELETE', `/users/${jane.email}`)
  expect((await jane.call('GET', `/users/${jane.email}`)).status).toBe(401)
  const { cookie, email, password } = jane
  expect((await callApi(shop.app, 'GET', '/auth/get-session', { cookie })).body).toBeNull()
  const renewed = await callApi(shop.app, 'PUT', `/users/${email}`, { body: { email }, cookie })
  expect(renewed.status).toBe(401)
  const login = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email, password },
  })
  expect(login).toMatchObject({ status: 401, body: { code: 'auth/user-not-found' } })
  expect((await owen.call('GET', `/users/${email}`)).status).toBe(404)
  expect((await owen.call('DELETE', `/users/${email}`)).status).toBe(404)
  expect((await owen.call('PUT', `/users/admin/${email}`)).status).toBe(404)
  expect((await owen.call('GET', '/usersCount')).body).toEqual({ count: 1 })

  const body = { name: 'Jane Again', email, password: 'another horse' }
  const again = await callApi(shop.app, 'POST', '/auth/sign-up/email', { body })
  expect(again.status).toBe(200)
  const heir = again.headers.getSetCookie().join('; ').split(';')[0] ?? ''
  const given = await callApi(shop.app, 'PUT', `/users/${email}`, { body: { email }, cookie: heir })
  const token = given.body.token
  const got = async (path: string) => (await callApi(shop.app, 'GET', path, { token })).body
  expect(await got(`/purchase/${email}`)).toEqual([])
  expect(await got(`/users/${email}`)).toMatchObject({ name: 'Jane Again', role: null, phone: '' })
  expect(await got(`/reviews/${email}`)).toBeNull()
})

test('a deletion succeeds while the card provider is down; the order stays cancelling', async () => {
  const { shop, owen, jane, product, paid, begun } = await openShopWithOrders()
  await shop.cards.app.request('/faults', {
    ...ownForm,
    body: new URLSearchParams({ kind: 'server_error', count: '100', call: '' }),
  })
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  const left = await listedOrders(shop.db)
  expect(left.map(({ id }) => id)).toEqual([paid, begun])
  expect(left[1]).toMatchObject({ cancellingAt: expect.any(Date), name: 'Deleted user' })
  await shop.cards.app.request('/faults/clear', ownForm)
  expect((await owen.call('DELETE', `/purchase/${begun}`)).status).toBe(200)
  expect(await stockOf(shop.db, product.id)).toBe(90)
})

test('a payment that wins the race pays the order under the pseudonym', async () => {
  const { shop, owen, jane, begun, begunIntent } = await openShopWithOrders()
  await shop.stripe.paymentIntents.confirm(begunIntent, { payment_method: 'pm_card_visa' })
  await owen.call('DELETE', `/users/${jane.email}`)
  const order = (await listedOrders(shop.db)).find(({ id }) => id === begun)
  expect(order).toMatchObject({ transactionId: begunIntent, name: 'Deleted user', address: '' })
})

test('orders placed during the deletion are refused or cancelled', async () => {
  const { shop, owen, jane, product, order, paid } = await openShopWithOrders()
  const storm = Array.from({ length: 6 }, () => order())
  const deletion = owen.call('DELETE', `/users/${jane.email}`)
  await Promise.all([...storm, deletion])
  expect((await listedOrders(shop.db)).map(({ id }) => id)).toEqual([paid])
  expect(await stockOf(shop.db, product.id)).toBe(90)
})
