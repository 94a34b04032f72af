import { expect, test } from 'vitest'
import { findCircle, locksOf, recordLocks } from '#platform/testing/lock-order.ts'
import { modelRules } from './testing/order-model/order-model.ts'
import { ordersFollowTheModel } from './testing/order-model/orders-follow-the-model.ts'
import { buy, payFor, refund } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop } from './testing/test-shop.ts'
import { signUp, signUpAdmin } from './testing/users.ts'

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
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  const sequences = stop()
  expect(sequences.length).toBeGreaterThan(20)
  expect(findCircle(sequences)).toBeNull()
})

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
