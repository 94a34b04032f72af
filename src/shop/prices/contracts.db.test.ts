import { expect, test } from 'vitest'
import { addProduct, newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { compare, finish, rowsOf } from '#shop/imports/testing/import-calls.ts'

/** A company with the contract One for the tool A-1, which is in no category, and Two for what is below Hand. */
async function openContracts() {
  const shop = await openTestShop()
  const { db } = shop
  const admin = await signUpAdmin(shop)
  const categories = ['hand', 'other'].map((slug) => ({ slug, name: slug, parent: null }))
  await db
    .insertInto('category')
    .values([...categories, { slug: 'squares', name: 'squares', parent: 'hand' }])
    .execute()
  const tool = await addProduct(db, { sku: 'A-1', unitPriceCents: 1100 })
  const company = (await admin.call('POST', '/companies', { name: 'Vans & Co' })).body._id
  const addDraft = async (name: string, rows: object[], days: object = {}): Promise<string> => {
    const list = { name, for: { company }, contract: true, ...days }
    const { _id } = (await admin.call('POST', '/price-lists', list)).body
    expect((await admin.call('PUT', `/price-lists/${_id}/rows`, { rows })).status).toBe(200)
    return _id
  }
  const publish = (id: string) => admin.call('POST', `/price-lists/${id}/publish`)
  const addContract = async (name: string, rows: object[], days: object = {}) => {
    const { status, body } = await publish(await addDraft(name, rows, days))
    expect({ status, body }).toMatchObject({ status: 200 })
    return body._id as string
  }
  const one = await addContract('One', [{ sku: tool.sku, perPrice: 9 }])
  const two = await addContract('Two', [{ category: 'hand', percent: 50 }])
  const move = (category: string | null, id = tool.id) =>
    db.updateTable('product').set({ category }).where('id', '=', id).execute()
  return { shop, db, admin, tool, company, addDraft, publish, addContract, one, two, move }
}

/** What names both contracts, in whichever order. */
const both = expect.stringMatching(/“(One|Two)” and “(One|Two)”.*A-1/)
const refusedBoth = { status: 409, body: { code: 'contracts-overlap', message: both } }
test('a tool comes under a second contract in no way', async () => {
  const { shop, db, admin, tool, one, two, move, addContract } = await openContracts()
  const put = (body: object) => admin.call('PUT', `/products/${tool.id}`, body)
  expect(await put({ category: 'squares' })).toMatchObject(refusedBoth)
  const rows = { rows: [{ all: true, percent: 5 }] }
  expect(await admin.call('PUT', `/price-lists/${two}/rows`, rows)).toMatchObject(refusedBoth)

  const { rows: compared } = await compare(shop, admin, 'SKU,Category\nA-1,squares')
  expect(compared).toMatchObject([{ state: 'refused', reasons: [both] }])
  const harmless = await compare(shop, admin, 'SKU,Category\nA-1,other')
  // The contract has come to cover the category since the comparison.
  const wider = {
    rows: [
      { category: 'hand', percent: 50 },
      { category: 'other', percent: 40 },
    ],
  }
  expect((await admin.call('PUT', `/price-lists/${two}/rows`, wider)).status).toBe(200)
  await finish(admin, harmless._id, 'apply')
  expect(await rowsOf(admin, harmless._id)).toMatchObject([{ state: 'refused', reasons: [both] }])

  // Into the target of a deleted category, with a category that moves, and back on sale.
  await db.insertInto('category').values({ slug: 'loose', name: 'loose' }).execute()
  await move('loose')
  expect(await admin.call('DELETE', '/categories/loose?productsTo=hand')).toMatchObject(refusedBoth)
  const below = { name: 'loose', parent: 'hand' }
  expect(await admin.call('PUT', '/categories/loose', below)).toMatchObject(refusedBoth)
  expect((await admin.call('DELETE', `/products/${tool.id}`)).status).toBe(200)
  await move('hand')
  expect(await admin.call('PUT', `/products/restore/${tool.id}`)).toMatchObject(refusedBoth)

  // A category without a tool may have two; its first tool is refused.
  await addContract('Third', [{ category: 'squares', percent: 10 }])
  const fresh = { ...(await newProduct(shop)), sku: 'A-2' }
  const added = await admin.call('POST', '/products', { ...fresh, category: 'squares' })
  expect(added).toMatchObject({ status: 409, body: { message: expect.stringContaining('A-2') } })
  const file =
    'SKU,Name,Price,Stock,Minimum order,Description,Category\nA-3,New tool,20,0,1,Blued steel blade,squares'
  const { rows: ofFile } = await compare(shop, admin, file)
  expect(ofFile).toMatchObject([{ state: 'refused', reasons: [expect.stringContaining('A-3')] }])
  expect((await admin.call('GET', `/price-lists/${one}`)).body.overlap).toBeUndefined()
})

test('a draft applies to nobody, and is checked when it is published', async () => {
  const { admin, tool, company, addDraft, publish, one } = await openContracts()
  const draft = await addDraft('Draft', [{ sku: tool.sku, perPrice: 5 }])
  const paid = async () => {
    const { body } = await admin.call('GET', `/price-lists/effective?company=${company}`)
    return body.find(({ sku }: { sku: string }) => sku === tool.sku).prices[0].perPrice
  }
  expect(await paid()).toBe(9)
  const csv = (await admin.call('GET', `/price-lists/effective/csv?company=${company}`)).body
  // From the minimum order on.
  expect(csv).toContain('A-1,Try Square,10,9.00,11.00')
  const named = (await admin.call('GET', `/price-lists/of-product?sku=${tool.sku}`)).body
  expect(named.map(({ list }: { list: { name: string } }) => list.name)).toEqual(['One'])
  expect(await publish(draft)).toMatchObject({ status: 409, body: { code: 'contracts-overlap' } })
  const states = async (state: string) =>
    (await admin.call('GET', `/price-listsCount?state=${state}`)).body.count
  expect([await states('draft'), await states('active')]).toEqual([1, 2])
  const until = { validUntil: '2020-01-01' }
  expect((await admin.call('PUT', `/price-lists/${one}`, until)).status).toBe(200)
  expect(await publish(draft)).toMatchObject({ status: 409 })
  const from = { validFrom: '2020-01-02' }
  expect((await admin.call('PUT', `/price-lists/${draft}`, from)).status).toBe(200)
  expect(await publish(draft)).toMatchObject({ status: 200, body: { state: 'active' } })
  expect(await paid()).toBe(5)
  const earlier = { name: 'Earlier', validFrom: '2019-01-01' }
  const copy = (await admin.call('POST', `/price-lists/${draft}/copy`, earlier)).body._id
  expect(await publish(copy)).toMatchObject({ status: 409, body: { code: 'follows-later-list' } })
  const yearZero = await admin.call('PUT', `/price-lists/${copy}`, { validUntil: '0000-01-01' })
  expect(yearZero.status).toBe(422)
  const into = (await admin.call('POST', '/companies', { name: 'Other' })).body._id
  await admin.call('POST', `/companies/${company}/merge`, { into })
  expect((await admin.call('GET', `/price-lists/${draft}`)).body.state).toBe('ended')
  expect([await states('ended'), await states('active')]).toEqual([3, 0])
})

test('an overlap of an earlier version is a task, and blocks only changes that add one', async () => {
  const { db, admin, tool, move, one, two } = await openContracts()
  const overview = async () => (await admin.call('GET', '/dashboard/overview')).body.contractOverlap
  const second = await addProduct(db, { sku: 'A-2', unitPriceCents: 1100 })
  await move('hand')
  expect(await overview()).toMatchObject({ sku: 'A-1', company: 'Vans & Co' })
  expect((await admin.call('GET', `/price-lists/${one}`)).body.overlap).toEqual({
    list: 'Two',
    sku: 'A-1',
  })
  const putRows = (...skus: string[]) =>
    admin.call('PUT', `/price-lists/${one}/rows`, {
      rows: skus.map((sku) => ({ sku, perPrice: 8 })),
    })
  expect((await putRows(tool.sku, second.sku)).status).toBe(200)
  expect((await admin.call('PUT', `/products/${tool.id}`, { category: 'squares' })).status).toBe(200)
  expect(await admin.call('PUT', `/products/${second.id}`, { category: 'hand' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('A-2') },
  })
  await move('hand', second.id)
  await putRows(tool.sku)
  expect((await putRows(tool.sku, second.sku)).status).toBe(409)
  // More days of the same overlap are refused, fewer are not.
  const days = (validUntil: string | null) => admin.call('PUT', `/price-lists/${two}`, { validUntil })
  expect((await days('2099-06-30')).status).toBe(200)
  expect((await days('2099-07-31')).status).toBe(409)
})

test('of a move and a save at once, or two saves, one is refused', async () => {
  const { admin, tool, one, two, move, addDraft, publish } = await openContracts()
  const isAllowed = ({ status }: { status: number }) => status === 200
  for (let round = 0; round < 5; round += 1) {
    await move(null)
    await admin.call('PUT', `/price-lists/${two}/rows`, { rows: [] })
    const outcomes = await Promise.all([
      admin.call('PUT', `/products/${tool.id}`, { category: 'squares' }),
      admin.call('PUT', `/price-lists/${two}/rows`, { rows: [{ category: 'hand', percent: 5 }] }),
    ])
    expect(outcomes.filter(isAllowed)).toHaveLength(1)
  }
  for (let round = 0; round < 5; round += 1) {
    for (const id of [one, two]) await admin.call('PUT', `/price-lists/${id}/rows`, { rows: [] })
    const saved = await Promise.all(
      [one, two].map((id) =>
        admin.call('PUT', `/price-lists/${id}/rows`, { rows: [{ all: true, percent: 5 }] }),
      ),
    )
    expect(saved.filter(isAllowed)).toHaveLength(1)
  }
  for (const id of [one, two]) await admin.call('PUT', `/price-lists/${id}/rows`, { rows: [] })
  const drafts = [
    await addDraft('A', [{ all: true, percent: 5 }]),
    await addDraft('B', [{ all: true, percent: 5 }]),
  ]
  expect((await Promise.all(drafts.map(publish))).filter(isAllowed)).toHaveLength(1)
})
