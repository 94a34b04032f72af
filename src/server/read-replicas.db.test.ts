import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop } from './testing/test-shop.ts'
import { callApi, signUp } from './testing/users.ts'

test('visitors read public lists from the replica, everyone else from the primary', async () => {
  const [primary, replica] = [await createTestDatabase(), await createTestDatabase()]
  const shop = await openTestShop({ ...primary, readDb: replica.db })
  const jane = await signUp(shop)
  // Two databases with different products show which of them answers.
  await addProduct(primary.db, { name: 'New Anvil' })
  const { id } = await addProduct(replica.db, { name: 'Old Anvil' })
  const paths = ['/products', '/products?size=10', '/products?q=anvil']
  for (const path of paths) {
    expect((await callApi(shop.app, 'GET', path)).body, path).toMatchObject([{ name: 'Old Anvil' }])
    expect((await jane.call('GET', path)).body, path).toMatchObject([{ name: 'New Anvil' }])
  }
  expect((await callApi(shop.app, 'GET', `/products/${id}`)).status).toBe(200)
  expect((await jane.call('GET', `/products/${id}`)).status).toBe(404)
})
