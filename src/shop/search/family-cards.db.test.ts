import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addCatalogue, addCategories, type CataloguedProduct } from '#server/testing/catalogue.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { familyCards } from './family-cards.server.ts'
import { findProducts } from './find-products.server.ts'
import { type CatalogueQuery, everything } from './query/search-query.ts'

const sized = (family: string, size: string, more = {}): CataloguedProduct => ({
  name: `${family} ${size}`,
  family,
  size,
  category: 'wrenches',
  ...more,
})

/** What a page of cards shows: products by name, families with their matching sizes. */
async function cards(db: Db, asked: Partial<CatalogueQuery>, { size = 24, page = 0 } = {}) {
  const query = { ...everything, ...asked }
  const search = await findProducts(db, { query, notes: [] }, { size, page, byFamily: true })
  const families = await familyCards(db, {}, search)
  const shown = search.products.map(({ id, name }) => {
    const family = families[id]
    return family ? { [family.name]: family.sizes.map(({ size }) => size) } : name
  })
  return { shown, ...search.families }
}

async function openWrenches() {
  const shop = await openTestShop()
  await addCategories(shop.db)
  await addCatalogue(shop.db, [
    sized('Ring Spanner', '8 mm', { perPrice: 8 }),
    sized('Ring Spanner', '10 mm', { perPrice: 20 }),
    sized('Ring Spanner', '6 mm', { perPrice: 6, quantity: 0 }),
    { name: 'Ring Spanner Set', category: 'wrenches' },
    sized('Adjustable', '8 in'),
    sized('Hook Spanner', '30 mm', { perPrice: 7 }),
    sized('Hook Spanner', '40 mm', { perPrice: 9 }),
  ])
  return shop
}

test('a family stands once, at the place of its first match, with the sizes that match', async () => {
  const { db } = await openWrenches()
  const all = await cards(db, { category: 'wrenches' })
  const ring = { 'Ring Spanner': ['6 mm', '8 mm', '10 mm'] }
  const hook = { 'Hook Spanner': ['30 mm', '40 mm'] }
  expect(all).toMatchObject({ shown: ['Adjustable 8 in', hook, ring, 'Ring Spanner Set'] })
  expect(all).toMatchObject({ total: 4, several: 2 })
  expect((await cards(db, { isInStock: true, text: 'ring' })).shown).toEqual([
    { 'Ring Spanner': ['8 mm', '10 mm'] },
    'Ring Spanner Set',
  ])
  const cheap = await cards(db, { category: 'wrenches', sort: 'price' })
  expect(cheap.shown.slice(0, 2)).toEqual([ring, hook])
})

test('a search for one size shows that size as a product', async () => {
  const { db } = await openWrenches()
  expect((await cards(db, { text: 'ring spanner 8 mm' })).shown[0]).toBe('Ring Spanner 8 mm')
})

test('pages hold families', async () => {
  const { db } = await openWrenches()
  const page = (page: number) => cards(db, { category: 'wrenches' }, { size: 2, page })
  expect((await page(0)).shown).toHaveLength(2)
  expect((await page(1)).shown).toEqual([expect.anything(), 'Ring Spanner Set'])
  expect(await page(1)).toMatchObject({ total: 4, several: 2 })
  await expect(renderPage('/tools/category/wrenches?size=2&page=3', { db })).rejects.toThrow('302')
})

test('products without a family keep cards of their own, whatever they are called', async () => {
  const { db } = await openWrenches()
  const named = { name: 'Hook Spanner', category: 'wrenches' }
  await addCatalogue(db, [named, named])
  for (const sort of ['relevance', 'newest'] as const) {
    const { shown, ...counts } = await cards(db, { text: 'hook', sort })
    expect(shown).toHaveLength(3)
    expect(shown).toEqual(expect.arrayContaining(['Hook Spanner', { 'Hook Spanner': ['30 mm', '40 mm'] }]))
    expect(counts).toMatchObject({ total: 3, several: 1 })
  }
})

test('a family costs from the least to the most that this viewer pays, on both pages of cards', async () => {
  const shop = await openWrenches()
  const admin = await signUpAdmin(shop)
  const buyer = await signUp(shop)
  await admin.call('POST', '/companies', { name: 'Acme', member: buyer.email })
  const [company] = (await admin.call('GET', '/companies?size=10&page=0')).body
  const list = { name: 'Acme', for: { company: company._id } }
  const { _id } = (await admin.call('POST', '/price-lists', list)).body
  const rows = [{ category: 'wrenches', minQuantity: 1, percent: 50 }]
  expect((await admin.call('PUT', `/price-lists/${_id}/rows`, { rows })).status).toBe(200)
  expect((await admin.call('POST', `/price-lists/${_id}/publish`)).status).toBe(200)
  const { body } = await callApi(shop.app, 'GET', '/families/hook-spanner', { token: buyer.token })
  expect(body.products.map(({ prices }: { prices: { perPrice: number }[] }) => prices[0])).toEqual([
    expect.objectContaining({ perPrice: 3.5 }),
    expect.objectContaining({ perPrice: 4.5 }),
  ])
  const { email } = buyer
  const found = shop.db.selectFrom('account').select('id').where('email', '=', email)
  const { id: uid } = await found.executeTakeFirstOrThrow()
  const user = {
    uid,
    email,
    emailVerified: true,
    displayName: 'Jane',
    photoURL: null,
    isAdmin: false,
  }
  const ranges = async (path: string, currentUser: typeof user | null) => {
    const html = await renderPage(path, { db: shop.db, currentUser })
    return html.match(/\$[\d.]+ to \$[\d.]+/g)
  }
  for (const path of ['/tools/category/wrenches?stock=1', '/purchase?q=spanner&stock=1']) {
    expect(await ranges(path, null)).toEqual(['$7.00 to $9.00', '$8.00 to $20.00'])
    expect(await ranges(path, user)).toEqual(['$3.50 to $4.50', '$4.00 to $10.00'])
  }
})
