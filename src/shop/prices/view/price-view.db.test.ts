import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

async function openView() {
  const shop = await openTestShop()
  const [admin, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { unitPriceCents: 1100 })
  const { _id: company } = (await admin.call('POST', '/companies', { name: 'Vans & Co', member: jane.email }))
    .body
  const { _id: list } = (await admin.call('POST', '/price-lists', { name: 'Own', for: { company } })).body
  await admin.call('PUT', `/price-lists/${list}/rows`, {
    rows: [{ sku: product.sku, perPrice: 9 }],
  })
  await admin.call('POST', `/price-lists/${list}/publish`)
  const { id: user } = await shop.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', jane.email)
    .executeTakeFirstOrThrow()
  const priceFor = async (person: Person | null) =>
    (
      await callApi(shop.app, 'GET', `/products/${product.id}`, {
        ...(person && { token: person.token }),
      })
    ).body.prices[0].perPrice
  return { shop, admin, jane, product, user, priceFor, list }
}

test('an admin sees the prices of a customer, nothing else of theirs, and it is on record', async () => {
  const { shop, admin, jane, user, priceFor } = await openView()
  const other = await signUpAdmin(shop)
  expect(await jane.call('PUT', '/price-view', { user })).toMatchObject({ status: 403 })
  expect((await admin.call('PUT', '/price-view', { user })).status).toBe(200)
  expect(await priceFor(admin)).toBe(9)
  // Neither other viewers nor another session of an admin.
  for (const [person, price] of [
    [null, 11],
    [other, 11],
    [jane, 9],
    [admin, 9],
    [null, 11],
  ] as const)
    expect(await priceFor(person)).toBe(price)
  expect((await admin.call('GET', `/users/${admin.email}`)).body.email).toBe(admin.email)
  expect((await admin.call('GET', '/orders')).body).toEqual((await other.call('GET', '/orders')).body)
  expect(await admin.call('DELETE', '/price-view')).toMatchObject({ body: { deletedCount: 1 } })
  expect(await admin.call('DELETE', '/price-view')).toMatchObject({ body: { deletedCount: 0 } })
  expect(await priceFor(admin)).toBe(11)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'actor', 'subject'])
    .where('action', 'like', 'price-view-%')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'price-view-started', actor: admin.email, subject: jane.email },
    { action: 'price-view-ended', actor: admin.email, subject: jane.email },
  ])
})

test('meanwhile the session writes nothing, with its token or its cookie', async () => {
  const { shop, admin, product, user, list } = await openView()
  await admin.call('PUT', '/price-view', { user })
  const document = (await admin.call('GET', '/openapi.json')).body
  // What signs out, stores nothing, or is another program's.
  const exempt = /^\/(auth\/sign-out|spreadsheets|payments\/webhook|price-view)/
  type Operation = { 'x-only-reads'?: boolean }
  const writes = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .filter((method) => !exempt.test(path) && !methods[method]?.['x-only-reads'])
      .map((method) => ({ method: method.toUpperCase(), path })),
  )
  expect(writes.length).toBeGreaterThan(80)
  for (const { method, path } of writes) {
    const { status, body } = await callApi(shop.app, method, path.replace(/\{[^}]*\}/g, 'x'), {
      token: admin.token,
      cookie: admin.cookie,
      body: {},
    })
    expect({ path, status, code: body?.code }).toEqual({
      path,
      status: 403,
      code: 'sees-as-customer',
    })
  }
  const looked = await admin.call('POST', '/products/lookup', { ids: [product.id] })
  expect(looked).toMatchObject({ status: 200, body: [{ prices: [{ perPrice: 9 }] }] })
  const lines = [{ sku: product.sku, name: '' }]
  const matched = await admin.call('POST', '/products/match', { lines })
  expect(matched.body[0].product.prices[0].perPrice).toBe(9)
  await admin.call('DELETE', '/price-view')
  const rows = { rows: [{ sku: product.sku, perPrice: 8 }] }
  expect((await admin.call('PUT', `/price-lists/${list}/rows`, rows)).status).toBe(200)
})

test('it ends after 30 minutes, and with the role of the admin', async () => {
  const { shop, admin, user, priceFor } = await openView()
  const started = await admin.call('PUT', '/price-view', { user })
  const minutes = (Date.parse(started.body.until) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(29)
  expect(minutes).toBeLessThanOrEqual(30)
  await shop.db.updateTable('account').set({ role: 'buyer' }).where('email', '=', admin.email).execute()
  expect(await priceFor(admin)).toBe(11)
  await shop.db.updateTable('account').set({ role: 'admin' }).where('email', '=', admin.email).execute()
  expect(await priceFor(admin)).toBe(9)
  await shop.db.updateTable('session').set({ seesUntil: new Date() }).where('seesAs', '=', user).execute()
  expect(await priceFor(admin)).toBe(11)
  expect((await admin.call('POST', '/customer-groups', { name: 'Dealers' })).status).toBe(200)
})
