import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { paidFor } from './admin/draft-prices.ts'
import { editedRows } from './admin/edited-rows.ts'
import type { PricedToolJson } from './price-list-json.server.ts'

async function ok<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

const addList = (admin: Person, name: string, list: object) =>
  ok(admin.call('POST', '/price-lists', { name, ...list }))

test('what the editor shows of a draft is what the shop charges once it is published', async () => {
  const shop = await openTestShop()
  const [admin, member, other] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { unitPriceCents: 1095, quantity: 1000 })
  await shop.db.insertInto('category').values({ slug: 'wrenches', name: 'Wrenches' }).execute()
  const ring = { slug: 'ring', name: 'Ring', parent: 'wrenches' }
  await shop.db.insertInto('category').values(ring).execute()
  await shop.db.updateTable('product').set({ category: 'ring' }).execute()
  const group = await ok(admin.call('POST', '/customer-groups', { name: 'Dealers' }))
  const company = await ok(
    admin.call('POST', '/companies', { name: 'Vans', group: group._id, member: member.email }),
  )
  const everybody = await addList(admin, 'Offer', { for: { everybody: true } })
  await ok(
    admin.call('PUT', `/price-lists/${everybody._id}/rows`, {
      rows: [{ all: true, minQuantity: 20, percent: 12.5 }],
    }),
  )
  await ok(admin.call('POST', `/price-lists/${everybody._id}/publish`))
  const drafts = [
    [{ category: 'wrenches', minQuantity: 1, percent: 7.5 }],
    [
      { category: 'wrenches', minQuantity: 1, percent: 50 },
      { sku: product.sku, minQuantity: 1, perPrice: 12 },
      { sku: product.sku, minQuantity: 50, percent: 33.33 },
    ],
    [{ all: true as const, minQuantity: 1, percent: 3 }],
  ]
  const audiences = [
    { list: { for: { group: group._id } }, whose: { group: group._id } },
    { list: { for: { company: company._id }, contract: true }, whose: { company: company._id } },
  ]
  for (const { list, whose } of audiences) {
    const draft = await addList(admin, 'Draft', list)
    for (const [nr, rows] of drafts.entries()) {
      const read = { skus: [product.sku.toLowerCase(), 'NONE-1'], ...whose }
      const tools: PricedToolJson[] = await ok(admin.call('POST', '/price-lists/tools', read))
      expect(tools).toMatchObject([{ sku: product.sku, basePrice: 10.95 }])
      const [tool] = tools
      if (!tool) throw new Error('No tool')
      const edited = editedRows(rows.map((row) => ({ name: '', ...row })))
      const shown = [1, 20, 50].map(
        (pieces) => paidFor(tool, { ...draft, rows: edited }, pieces).candidates[0]?.unitPrice,
      )
      await ok(admin.call('PUT', `/price-lists/${draft._id}/rows`, { rows }))
      if (nr === 0) await ok(admin.call('POST', `/price-lists/${draft._id}/publish`))
      const query = `search=${product.sku}&company=${company._id}`
      const [paid] = await ok(admin.call('GET', `/price-lists/effective?${query}`))
      const charged = [1, 20, 50].map((pieces) => {
        const step = paid.prices.findLast(({ minQuantity }: { minQuantity: number }) => minQuantity <= pieces)
        return Math.round(step.perPrice * 100)
      })
      expect(shown, JSON.stringify(rows)).toEqual(charged)
    }
  }
  expect(await ok(admin.call('GET', `/price-lists/${everybody._id}`))).toMatchObject({
    customers: 2,
  })
  const { body } = await admin.call('GET', '/price-lists?size=10&page=0')
  for (const { _id, name } of body)
    if (name === 'Draft') expect((await ok(admin.call('GET', `/price-lists/${_id}`))).customers).toBe(1)
  expect((await other.call('POST', '/price-lists/tools', { skus: [] })).status).toBe(403)
})
