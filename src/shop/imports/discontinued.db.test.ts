import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { compare, finish, rowsOf } from './testing/import-calls.ts'

async function openShop() {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const old = await addProduct(shop.db, { sku: 'A-1', name: 'Old Plane', quantity: 100 })
  const next = await addProduct(shop.db, { sku: 'A-2', name: 'New Plane', quantity: 100 })
  const read = async (path: string) => (await callApi(shop.app, 'GET', path)).body
  const skus = async (path: string) => (await read(path)).map(({ sku }: { sku: string }) => sku)
  return { shop, owen, jane, old, next, read, skus }
}

test('a discontinued tool is in no list and can’t be ordered; its page and open orders stay', async () => {
  const { owen, jane, old, next, read, skus } = await openShop()
  const placed = await buy(jane, old)
  const off = (successor: string | null) => owen.call('PUT', `/products/discontinue/${old.id}`, { successor })
  expect(await off('A-1')).toMatchObject({
    status: 422,
    body: { fields: { successor: expect.any(String) } },
  })
  expect(await off('A-9')).toMatchObject({ status: 422 })
  expect(await off('A-2')).toMatchObject({ status: 200, body: { discontinued: true } })
  expect(await skus('/products')).toEqual(['A-2'])
  expect(await skus('/products?q=plane')).toEqual(['A-2'])
  expect(await read('/productsCount')).toEqual({ count: 1 })
  expect(await read(`/products/${old.id}`)).toMatchObject({
    sku: 'A-1',
    discontinued: true,
    successor: next.id,
  })
  expect(await read(`/products/${next.id}`)).not.toHaveProperty('discontinued')
  const order = { productId: old.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  expect(await jane.call('POST', '/perchase', order)).toMatchObject({
    status: 409,
    body: { code: 'not-on-sale' },
  })
  const lines = [{ productId: old.id, quantity: 10 }]
  expect(await jane.call('POST', '/orders', { ...order, lines })).toMatchObject({
    status: 409,
    body: { lines: [{ index: 0, code: 'not-on-sale' }] },
  })
  const { body: orders } = await jane.call('GET', `/purchase/${jane.email}`)
  expect(orders.map(({ _id }: { _id: string }) => _id)).toEqual([placed._id])
  // Its price can be changed meanwhile, and admins find it.
  const changed = await owen.call('PUT', `/products/${old.id}`, { perPrice: 21 })
  expect(changed).toMatchObject({ status: 200, body: { perPrice: 21, discontinued: true } })
  const found = await owen.call('GET', '/products/manage?stock=discontinued&search=old')
  expect(found.body.map(({ sku }: { sku: string }) => sku)).toEqual(['A-1'])
  const { body: details } = await owen.call('GET', `/products/details/${old.id}`)
  const kept = await owen.call('PUT', `/products/details/${old.id}`, details)
  expect(kept).toMatchObject({ status: 200 })
  // It is deleted only once it is on sale, so that an undo knows what it was.
  expect((await owen.call('DELETE', `/products/${old.id}`)).status).toBe(404)
  expect((await owen.call('PUT', `/products/restore/${old.id}`)).status).toBe(200)
  expect(await skus('/products')).toEqual(['A-1', 'A-2'])
  expect(await read(`/products/${old.id}`)).not.toHaveProperty('successor')
})

test('a column of a file takes tools off sale and puts them back, and both are undone', async () => {
  const { shop, owen, skus } = await openShop()
  const off = await compare(shop, owen, 'SKU,Auslauf\nA-1,ja\nA-2,nein\nA-3,perhaps')
  expect(off.rows.map(({ state }) => state)).toEqual(['changed', 'unchanged', 'refused'])
  await finish(owen, off._id, 'apply')
  expect(await skus('/products')).toEqual(['A-2'])
  const on = await compare(shop, owen, 'SKU,Active,Price\nA-1,1,12.00')
  await finish(owen, on._id, 'apply')
  expect(await skus('/products')).toEqual(['A-1', 'A-2'])
  await finish(owen, on._id, 'undo')
  expect(await skus('/products')).toEqual(['A-2'])
  await finish(owen, off._id, 'undo')
  expect(await skus('/products')).toEqual(['A-1', 'A-2'])
})

test('a deleted tool is no discontinued one: undo leaves it, and restoring it by a file is undone', async () => {
  const { shop, owen, old, skus, read } = await openShop()
  const off = await compare(shop, owen, 'SKU,Discontinued\nA-1,yes')
  await finish(owen, off._id, 'apply')
  expect((await owen.call('PUT', `/products/restore/${old.id}`)).status).toBe(200)
  expect((await owen.call('DELETE', `/products/${old.id}`)).status).toBe(200)
  await finish(owen, off._id, 'undo')
  expect(await skus('/products')).toEqual(['A-2'])
  expect(await read(`/products/${old.id}`)).toMatchObject({ code: 'no-such-product' })
  const { _id, rows } = await compare(shop, owen, 'SKU,Price\nA-1,12.00')
  expect(rows).toMatchObject([{ state: 'refused' }])
  await owen.call('POST', `/products/imports/${_id}/cancel`)
})

test('all products found get one change, which is compared, applied and undone like a file', async () => {
  const { shop, owen, skus, read, old } = await openShop()
  const change = async (products: object, field: string, value: string) => {
    const body = { products, field, value }
    const { status, body: answer } = await owen.call('POST', '/products/imports/found', body)
    expect({ status, answer }).toEqual({
      status: 200,
      answer: expect.objectContaining({ _id: expect.any(String) }),
    })
    await shop.imports.read()
    return answer._id as string
  }
  const off = await change({ search: 'plane' }, 'discontinued', 'yes')
  expect((await rowsOf(owen, off)).map(({ state }) => state)).toEqual(['changed', 'changed'])
  expect(await skus('/products')).toEqual(['A-1', 'A-2'])
  await finish(owen, off, 'apply')
  expect(await skus('/products')).toEqual([])
  await finish(owen, off, 'undo')
  expect(await skus('/products')).toEqual(['A-1', 'A-2'])
  const { perPrice } = await read(`/products/${old.id}`)
  const none = { products: { search: 'no such tool' }, field: 'family', value: 'Planes' }
  expect((await owen.call('POST', '/products/imports/found', none)).status).toBe(422)
  const dearer = await change([old.id], 'percent', '10')
  await finish(owen, dearer, 'apply')
  const { perPrice: raised } = await read(`/products/${old.id}`)
  expect(raised).toBeCloseTo(Math.round(perPrice * 110) / 100, 10)
  const bad = { products: [old.id], field: 'percent', value: 'ten' }
  expect((await owen.call('POST', '/products/imports/found', bad)).status).toBe(422)
})
