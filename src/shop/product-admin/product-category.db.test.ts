import { expect, test } from 'vitest'
import { addCategories } from '#server/testing/catalogue.ts'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'

async function openShop() {
  const shop = await openTestShop()
  await addCategories(shop.db)
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const post = (more: object) => owen.call('POST', '/products', { ...wanted, ...more })
  const put = (id: string, changes: object) => owen.call('PUT', `/products/${id}`, changes)
  return { shop, post, put }
}

const wrench = {
  category: 'wrenches',
  specifications: { 'jaw-width': 13, finish: 'chrome', standard: 'DIN 3113 A' },
}

test('a product is stored with its category and specifications, and read with them', async () => {
  const { shop, post, put } = await openShop()
  const added = await post(wrench)
  expect(added).toMatchObject({ status: 200, body: wrench })
  const id = added.body._id
  expect((await callApi(shop.app, 'GET', `/products/${id}`)).body).toMatchObject(wrench)
  // Edits of other fields leave them unchanged.
  expect((await put(id, { perPrice: 30, version: 1 })).body).toMatchObject(wrench)
  const sent = { 'jaw-width': 14.5, standard: ' ISO\u0000 7738\t' }
  expect((await put(id, { specifications: sent, version: 2 })).body).toMatchObject({
    category: 'wrenches',
    specifications: { 'jaw-width': 14.5, standard: 'ISO 7738' },
    version: 3,
  })
  expect((await put(id, { category: 'hand-tools', specifications: {} })).body).toMatchObject({
    category: 'hand-tools',
    specifications: {},
  })
})

test('values that do not fit the category are refused by field, and nothing is stored', async () => {
  const { shop, post, put } = await openShop()
  const specifications = { 'jaw-width': '13', finish: 'gold', bore: 30 }
  const refused = await post({ ...wrench, specifications })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid' } })
  expect(refused.body.fields).toEqual({
    'specifications.jaw-width': 'Jaw width must be a number',
    'specifications.finish': 'Finish must be one of: chrome, black oxide',
    'specifications.bore': 'The category has no such specification',
  })
  expect((await post({ specifications: { standard: 'DIN' } })).body.fields).toEqual({
    'specifications.standard': 'The category has no such specification',
  })
  expect((await post({ category: 'anvils' })).body.fields).toEqual({ category: expect.any(String) })
  expect((await post({ ...wrench, specifications: { finish: ['chrome'] } })).body.fields).toEqual({
    'specifications.finish': 'A value is a number or a text',
  })
  for (const category of [7, ['wrenches'], {}])
    expect((await post({ category })).body.fields).toEqual({ category: expect.any(String) })
  expect((await callApi(shop.app, 'GET', '/productsCount')).body).toEqual({ count: 0 })

  const { bin: _, gtin: __, weight: ___, ...others } = (await post(wrench)).body
  const stored = { ...others, prices: [{ minQuantity: 10, perPrice: 24.5 }] }
  const changes = { name: 'Other', specifications: { 'jaw-width': 1e10 } }
  expect((await put(stored._id, changes)).status).toBe(422)
  expect((await callApi(shop.app, 'GET', `/products/${stored._id}`)).body).toEqual(stored)
})

test('a moved product keeps the values valid in its new category', async () => {
  const { post, put } = await openShop()
  const { body: product } = await post(wrench)
  expect((await put(product._id, { category: 'hammers' })).body).toMatchObject({
    category: 'hammers',
    // Chrome is not a finish of hammers.
    specifications: { standard: 'DIN 3113 A' },
  })
  const sent = { weight: 450, finish: 'black oxide' }
  expect((await put(product._id, { category: 'hammers', specifications: sent })).body).toMatchObject({
    specifications: sent,
  })
  const none = await put(product._id, { category: null })
  expect(none.body).toMatchObject({ category: null, specifications: {} })
})

test('an outdated form does not overwrite specifications', async () => {
  const { shop, post, put } = await openShop()
  const { body: product } = await post(wrench)
  const edits = [13, 14, 15, 16].map((width) => ({
    specifications: { 'jaw-width': width },
    version: 1,
  }))
  const answers = await Promise.all(edits.map((edit) => put(product._id, edit)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ code: 'stale', product: { version: 2 } })
  const changes = await shop.db.selectFrom('auditEntry').select('action').execute()
  expect(changes.filter(({ action }) => action === 'product-changed')).toHaveLength(1)
})
