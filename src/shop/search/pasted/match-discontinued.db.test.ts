import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

test('a SKU that is no longer made has what replaces it as candidate, however often it was replaced', async () => {
  const shop = await openTestShop()
  const [last, second, first, alone] = [
    await addProduct(shop.db, { sku: 'FW-3' }),
    await addProduct(shop.db, { sku: 'FW-2' }),
    await addProduct(shop.db, { sku: 'FW-1' }),
    await addProduct(shop.db, { sku: 'FW-0' }),
  ]
  const successors = [
    [first, second],
    [second, last],
    [alone, null],
  ] as const
  for (const [product, successor] of successors) {
    const state = {
      isDiscontinued: true,
      deletedAt: new Date(),
      successorId: successor?.id ?? null,
    }
    await shop.db.updateTable('product').set(state).where('id', '=', product.id).execute()
  }
  const lines = ['FW-1', 'FW-2', 'FW-0', 'FW-9'].map((sku) => ({ sku, name: null }))
  const { body } = await callApi(shop.app, 'POST', '/products/match', { body: { lines } })
  expect(body).toMatchObject([
    { product: null, discontinued: 'FW-1', candidates: [{ sku: 'FW-3' }] },
    { product: null, discontinued: 'FW-2', candidates: [{ sku: 'FW-3' }] },
    { product: null, discontinued: 'FW-0', candidates: [] },
    { product: null },
  ])
  expect(body[3]).not.toHaveProperty('discontinued')
  const spelled = [
    { sku: 'fw1', name: null },
    { sku: null, name: 'Claw hammer fw-1' },
  ]
  const again = await callApi(shop.app, 'POST', '/products/match', { body: { lines: spelled } })
  expect(again.body.map(({ discontinued }: { discontinued: string }) => discontinued)).toEqual([
    'FW-1',
    'FW-1',
  ])
})
