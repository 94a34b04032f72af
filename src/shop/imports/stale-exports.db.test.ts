import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { compare, finish } from './testing/import-calls.ts'

/** A shop with two products that were exported; then one has 70 pieces instead of 100, at $14. */
async function openChanged() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const changed = await addProduct(shop.db, { sku: 'SQ-1', quantity: 100 })
  await addProduct(shop.db, { sku: 'SQ-2', quantity: 100 })
  const headers = { Authorization: `Bearer ${owen.token}` }
  const csv = await (await shop.app.request('/api/products/csv', { headers })).text()
  // An export says an earlier moment, when these products were not there yet.
  const file = csv.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, new Date().toISOString())
  expect(file).not.toBe(csv)
  await owen.call('PUT', `/products/${changed.id}`, { quantity: 70, perPrice: 14 })
  const stockOf = async () => (await owen.call('GET', `/products/${changed.id}`)).body
  return { shop, owen, file, stockOf }
}

test('an untouched export changes nothing after sales and changes of prices', async () => {
  const { shop, owen, file, stockOf } = await openChanged()
  const imported = await compare(shop, owen, file)
  expect(imported.counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 })
  expect(imported.stale).toBe(1)
  const stale = (await owen.call('GET', `/products/imports/${imported._id}/rows?state=stale`)).body
  expect(stale).toMatchObject([
    {
      sku: 'SQ-1',
      isConfirmable: true,
      changes: [
        { field: 'perPrice', from: 14, outcome: 'stale', current: 14 },
        { field: 'quantity', from: 70, to: 100, outcome: 'stale', current: 70 },
      ],
    },
  ])
  expect(await stockOf()).toMatchObject({ quantity: 70, perPrice: 14 })
})

test('of an edited export, stale fields stay unless the row is confirmed', async () => {
  const { shop, owen, file, stockOf } = await openChanged()
  const edited = file.replace(/^(SQ-[12]),[^,]*/gm, '$1,Renamed $1')
  const imported = await compare(shop, owen, edited)
  expect(imported.counts).toMatchObject({ changed: 2, refused: 0 })
  expect(await finish(owen, imported._id, 'apply')).toMatchObject({ done: 2, stale: 1 })
  expect(await stockOf()).toMatchObject({ name: 'Renamed SQ-1', quantity: 70, perPrice: 14 })
  const again = await compare(shop, owen, edited)
  const row = again.rows.find(({ sku }) => sku === 'SQ-1')?.row
  const path = `/products/imports/${again._id}/rows/${row}`
  const { body } = await owen.call('PUT', path, { restores: true })
  expect(body).toMatchObject({ state: 'changed', isConfirmable: false })
  await finish(owen, again._id, 'apply')
  expect(await stockOf()).toMatchObject({ quantity: 100 })
})

test('a moment that can’t be read is named, and without the column a file is taken as it is', async () => {
  const { shop, owen } = await openChanged()
  const files = ['SKU,Stock,As of\nSQ-1,500,yesterday', 'SKU,Stock\nSQ-1,500']
  const [unclear, plain] = [
    await compare(shop, owen, files[0] ?? ''),
    await compare(shop, owen, files[1] ?? ''),
  ]
  expect(unclear.rows[0]?.reasons).toEqual(['As of: no time in yesterday'])
  expect(plain.rows[0]).toMatchObject({ state: 'changed', changes: [{ to: 500 }] })
})
