import { expect, test } from 'vitest'
import { findCircle, locksOf, recordLocks } from '#platform/testing/lock-order.ts'
import { compare, finish } from '#shop/imports/testing/import-calls.ts'
import { modelRules } from './testing/order-model/order-model.ts'
import { ordersFollowTheModel } from './testing/order-model/orders-follow-the-model.ts'
import { buy, payFor, refund } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from './testing/users.ts'

test('no two commands lock rows of two tables in both orders', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules: modelRules })
  const { stop } = await recordLocks(shop.db)
  await ordersFollowTheModel(shop, { runs: 1, steps: 40, seed: 20_261_128 })
  const product = await addProduct(shop.db, { quantity: 1000 })
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const lines = [{ productId: product.id, quantity: 10 }]
  await jane.call('PUT', '/order-list', { lines, version: 0 })
  const wanted = { lines, name: 'Jane', address: '1 Anvil Street', listVersion: 1 }
  expect((await jane.call('POST', '/orders', wanted)).status).toBe(200)
  const paid = await payFor(shop, jane, [(await buy(jane, product))._id])
  expect((await refund(owen, paid, { amount: 1, reason: 'Bent' })).status).toBe(200)
  const { body: company } = await owen.call('POST', '/companies', { name: 'Anvil Works' })
  await owen.call('PUT', `/companies/${company._id}/members/${jane.email}`, {})
  await changeCatalogue(shop, owen, company._id, product)
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  const sequences = stop()
  expect(sequences.length).toBeGreaterThan(20)
  expect(findCircle(sequences)).toBeNull()
})

/** Categories, an import and its undo, families, contracts, and a merge of companies. */
async function changeCatalogue(
  shop: TestShop,
  owen: Person,
  company: string,
  { id, sku }: { id: string; sku: string },
): Promise<void> {
  const put = async (path: string, body: object) => {
    expect({ path, status: (await owen.call('PUT', path, body)).status }).toEqual({
      path,
      status: 200,
    })
  }
  const { slug } = (await owen.call('POST', '/categories', { name: 'Hand', parent: null })).body
  await put(`/products/${id}`, { category: slug })
  const imported = await compare(shop, owen, `SKU,Price,Stock,Category\n${sku},50,900,Saws`, {
    makesCategories: 'true',
  })
  for (const step of ['apply', 'undo'] as const) await finish(owen, imported._id, step)
  for (const family of ['Saw', 'saw']) await put(`/products/${id}`, { family })
  const [to, from] = (await owen.call('GET', '/managedFamilies')).body
  const texts = { longText: '', imgURL: '', drawing: '', position: 1 }
  await put(`/managedFamilies/${to._id}`, { name: 'Hand Saw', ...texts })
  const join = await owen.call('POST', `/managedFamilies/${from._id}/join`, { into: to._id })
  expect(join.status).toBe(200)
  const contract = { name: 'One', for: { company }, contract: true }
  const { _id: list } = (await owen.call('POST', '/price-lists', contract)).body
  await put(`/price-lists/${list}/rows`, { rows: [{ sku, perPrice: 9 }] })
  expect((await owen.call('POST', `/price-lists/${list}/publish`)).status).toBe(200)
  const copy = { name: 'Two', validFrom: '2099-01-01' }
  const { _id: next } = (await owen.call('POST', `/price-lists/${list}/copy`, copy)).body
  expect((await owen.call('POST', `/price-lists/${next}/publish`)).status).toBe(200)
  expect((await owen.call('DELETE', `/categories/${slug}?productsTo=saws`)).status).toBe(200)
  expect((await owen.call('DELETE', `/products/${id}`)).status).toBe(200)
  await put(`/products/restore/${id}`, {})
  const { _id: into } = (await owen.call('POST', '/companies', { name: 'Other' })).body
  expect((await owen.call('POST', `/companies/${company}/merge`, { into })).status).toBe(200)
  for (const pool of ['unconfirmed%20e-mails', 'network%20x'])
    expect((await owen.call('DELETE', `/heldStock/pools?pool=${pool}`)).status).toBe(200)
}

test('a circle is found, also through a foreign key, unless an earlier lock keeps the two apart', () => {
  const references = new Map([['idempotency_key', new Set(['account'])]])
  const locks = (...statements: string[]) => statements.flatMap((text) => locksOf(text, references))
  const lines = 'select "id" from "order_line" where "id" in ($1) order by "id" for update'
  const account = 'select id from account where id = $1 for update'
  const key = 'insert into "idempotency_key" ("key") values ($1)'
  expect(findCircle([locks(lines, key), locks(account, lines)])).toContain('account (key share)')
  expect(findCircle([locks(key, lines), locks(account, lines)])).toBeNull()
  const product = 'update product set quantity = 1 where id = $1'
  const both = [locks(account, lines, product), locks(account, product, lines)]
  expect(findCircle(both)).toBeNull()
  expect(findCircle(both.map((locks) => locks.slice(1)))).not.toBeNull()
})
