import { expect, test } from 'vitest'
import { addProduct, newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'

const taken = {
  status: 409,
  body: { code: 'sku-taken', fields: { sku: expect.stringContaining('another product') } },
}

async function openShop() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const post = (sku?: string) => owen.call('POST', '/products', { ...wanted, sku })
  const put = (id: string, changes: object) => owen.call('PUT', `/products/${id}`, changes)
  return { shop, owen, post, put }
}

test('a SKU is stored in upper case, and a product without one gets a free one', async () => {
  const { shop, post, put } = await openShop()
  const typed = await post(' fw-10/a.1 ')
  expect(typed).toMatchObject({ status: 200, body: { sku: 'FW-10/A.1' } })
  const skus = await Promise.all([post(), post(''), post()])
  expect(skus.map(({ body }) => body.sku).toSorted()).toEqual(['P-10001', 'P-10002', 'P-10003'])
  // The number that comes next is taken by hand.
  expect(await post('P-10004')).toMatchObject({ status: 200 })
  expect(await post()).toMatchObject({ status: 200, body: { sku: 'P-10005' } })
  expect((await put(typed.body._id, { sku: 'fw-11' })).body).toMatchObject({
    sku: 'FW-11',
    version: 2,
  })
  const read = await callApi(shop.app, 'GET', `/products/${typed.body._id}`)
  expect(read.body.sku).toBe('FW-11')
})

test('of products that are added at once with one SKU, one is stored', async () => {
  const { shop, post } = await openShop()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => post(index % 2 ? 'fw-1013' : 'FW-1013')),
  )
  const added = answers.filter(({ status }) => status === 200)
  expect(added).toHaveLength(1)
  for (const answer of answers) if (answer !== added[0]) expect(answer).toMatchObject(taken)
  expect((await callApi(shop.app, 'GET', '/productsCount')).body).toEqual({ count: 1 })
  const entries = await shop.db.selectFrom('auditEntry').select('action').execute()
  expect(entries.filter(({ action }) => action === 'product-added')).toHaveLength(1)
})

test('of products that change to one SKU at once, one has it; two can not swap theirs', async () => {
  const { shop, post, put } = await openShop()
  const products = await Promise.all(Array.from({ length: 8 }, () => addProduct(shop.db)))
  const answers = await Promise.all([
    ...products.map(({ id }) => put(id, { sku: 'FW-7', name: 'Bevel' })),
    post('FW-7'),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(taken)
  // A refused change changed nothing else either.
  const { count } = await shop.db
    .selectFrom('product')
    .where('name', '=', 'Bevel')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeLessThanOrEqual(1)

  const [one, other] = [
    await addProduct(shop.db, { sku: 'ONE' }),
    await addProduct(shop.db, { sku: 'OTHER' }),
  ]
  for (let round = 0; round < 5; round += 1) {
    const swap = await Promise.all([put(one.id, { sku: 'OTHER' }), put(other.id, { sku: 'ONE' })])
    expect(swap).toMatchObject([taken, taken])
  }
})

test('a deleted product keeps its SKU, which is free for it when it is restored', async () => {
  const { owen, post } = await openShop()
  const { body: product } = await post('FW-1')
  await owen.call('DELETE', `/products/${product._id}`)
  expect(await post('FW-1')).toMatchObject(taken)
  const restored = await owen.call('PUT', `/products/restore/${product._id}`, {})
  expect(restored.body.sku).toBe('FW-1')
})

test('an admin finds a product by its SKU or the beginning of it', async () => {
  const { shop, owen } = await openShop()
  for (const sku of ['FW-1013', 'FW-1014', 'GX.99/B']) await addProduct(shop.db, { sku })
  const found = async (search: string) => {
    const path = `/products/manage?search=${encodeURIComponent(search)}`
    const { body } = await owen.call('GET', path)
    return body.map(({ sku }: { sku: string }) => sku).toSorted()
  }
  expect(await found('FW-1013')).toEqual(['FW-1013'])
  expect(await found('fw-1013')).toEqual(['FW-1013'])
  expect(await found('FW-10')).toEqual(['FW-1013', 'FW-1014'])
  expect(await found('gx.99/b square')).toEqual(['GX.99/B'])
  expect(await found('FW-2')).toEqual([])
})
