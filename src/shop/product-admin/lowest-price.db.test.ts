import { expect, test } from 'vitest'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { compare, finish, rowsOf } from '#shop/imports/testing/import-calls.ts'

const LEAST = 'A minimum order must come to at least $0.50: raise the price or the minimum quantity'

test('form, rows and files take the lowest price that the owner has set, and no order below 50 cents', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const wanted = { ...(await newProduct(shop)), sku: 'BIT-1' }
  const add = (perPrice: number, minQuantity = 10) =>
    owen.call('POST', '/products', { ...wanted, perPrice, minQuantity })
  const refused = (message: string) => ({
    status: 422,
    body: { fields: { perPrice: message } },
  })
  const header = 'SKU,Name,Price,Stock,Minimum order,Description'
  const row = (sku: string, price: string, minimum: string) =>
    `${sku},Bit ${sku},${price},10,${minimum},A bit of hardened steel`
  const reasonsOf = async (...rows: string[]) => {
    const { rows: compared } = await compare(shop, owen, [header, ...rows].join('\n'))
    return compared.map(({ reasons }) => reasons)
  }
  const specified = 'Minimun Per Price should up to $5'
  expect(await add(4.99)).toMatchObject(refused(specified))
  expect(await reasonsOf(row('A', '4.99', '1'))).toEqual([[specified]])

  await owen.call('PUT', '/brand', { lowestPrice: '0.05' })
  expect(await add(0.04)).toMatchObject(refused('Price must be at least $0.05'))
  const { status, body } = await add(0.05)
  expect(status).toBe(200)
  const change = (changes: object) => owen.call('PUT', `/products/${body._id}`, changes)
  expect(await change({ perPrice: 0.01 })).toMatchObject(refused('Price must be at least $0.05'))
  expect(await change({ minQuantity: 9 })).toMatchObject(refused(LEAST))
  expect((await change({ minQuantity: 9, perPrice: 0.06 })).status).toBe(200)
  expect(await reasonsOf(row('A', '0.04', '20'), row('B', '0.49', '1'), row('C', '0.5', '1'))).toEqual([
    ['Price must be at least $0.05'],
    [LEAST],
    [],
  ])
  // Only the price of a product with a minimum of 9.
  expect(await reasonsOf('BIT-1,,0.05,,,')).toEqual([[LEAST]])
  expect(await reasonsOf('BIT-1,,0.07,,,')).toEqual([[]])

  // The minimum changes after the comparison.
  expect((await change({ minQuantity: 10 })).status).toBe(200)
  const cheaper = await compare(shop, owen, `${header}\nBIT-1,,0.05,,,`)
  expect((await change({ minQuantity: 9 })).status).toBe(200)
  expect(await finish(owen, cheaper._id, 'apply')).toMatchObject({ status: 'applied', stale: 1 })
  const [kept] = await rowsOf(owen, cheaper._id)
  expect(kept).toMatchObject({ state: 'refused', reasons: [LEAST] })

  await owen.call('PUT', '/brand', { lowestPrice: '' })
  expect(await change({ perPrice: 1 })).toMatchObject(refused(specified))
})
