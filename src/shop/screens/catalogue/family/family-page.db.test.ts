import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCatalogue, addCategories } from '#server/testing/catalogue.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { priceRange } from '#shop/prices/shown/price-range.ts'

const sized = (family: string, size: string, specifications = {}) => ({
  name: `${family} ${size}`,
  family,
  size,
  category: 'wrenches',
  specifications,
})

test('the page lists sizes with what differs, and says once what all share', async () => {
  const shop = await openTestShop()
  const { db } = shop
  await addCategories(db)
  const [small] = await addCatalogue(db, [
    sized('Ring Spanner', '6 mm', { 'jaw-width': 6, finish: 'chrome', standard: 'DIN 838' }),
    sized('Ring Spanner', '10 mm', { 'jaw-width': 10, finish: 'chrome' }),
    sized('Adjustable', '8 in'),
  ])
  const html = await renderPage('/tools/family/ring-spanner', { db })
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('2 sizes · $12.50')
  expect(text.match(/Finish/g)).toHaveLength(1)
  expect(text).toMatch(/Jaw width \( mm \) Standard Min .* 6 mm .* 6 DIN 838 .* 10 mm .* 10 –/)
  // A missing value differs.
  expect(text).not.toMatch(/Specifications.*Standard.*Sizes/)
  const back = await renderPage(productPath({ _id: small ?? '', name: 'Ring Spanner 6 mm' }), {
    db,
  })
  expect(back).toContain('href="/tools/family/ring-spanner"')
  await expect(renderPage('/tools/family/adjustable', { db })).rejects.toThrow('redirects: 302')
  await db.updateTable('product').set({ deletedAt: new Date() }).execute()
  expect(await callApi(shop.app, 'GET', '/families/ring-spanner')).toMatchObject({
    status: 404,
    body: { code: 'no-such-family' },
  })
})

test('its range is the least and the most that this viewer pays for a size, as an order charges', async () => {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const price = fc.integer({ min: 500, max: 2000 }).map((cents) => cents / 100)
  const row = fc.record({ perPrice: price, minQuantity: fc.constantFrom(1, 10, 50) })
  const priced = fc.array(fc.option(row), { minLength: 6, maxLength: 6 })
  const [drawn] = fc.sample(
    fc.record({
      base: fc.array(price, { minLength: 6, maxLength: 6 }),
      group: priced,
      contract: priced,
    }),
    1,
  )
  if (!drawn) throw new Error('Nothing was drawn')
  const products = drawn.base.map((perPrice, at) => ({
    ...sized('Tap', `M${at}`),
    sku: `T-${at}`,
    category: null,
    perPrice,
  }))
  const ids = await addCatalogue(shop.db, products)
  const buyers = [await signUp(shop), await signUp(shop), await signUp(shop)]
  const addPrices = async (audience: object, rows: typeof drawn.group) => {
    const { _id } = (await admin.call('POST', '/price-lists', { name: 'Own', for: audience })).body
    const sent = rows.flatMap((row, at) => (row ? { sku: `T-${at}`, ...row } : []))
    await admin.call('PUT', `/price-lists/${_id}/rows`, { rows: sent })
    await admin.call('POST', `/price-lists/${_id}/publish`)
  }
  const group = (await admin.call('POST', '/customer-groups', { name: 'Dealers' })).body._id
  await admin.call('POST', '/companies', { name: 'Of a group', group, member: buyers[1]?.email })
  const company = { name: 'Of a contract', group, member: buyers[2]?.email }
  const contract = (await admin.call('POST', '/companies', company)).body._id
  await addPrices({ group }, drawn.group)
  await addPrices({ company: contract }, drawn.contract)
  for (const buyer of [null, ...buyers]) {
    const seen = await callApi(shop.app, 'GET', '/families/tap', buyer ? { token: buyer.token } : {})
    const range = priceRange(seen.body.products)
    const lines = ids.map((productId) => ({ productId, quantity: 10 }))
    const body = { lines, name: 'Jane', address: '1 Anvil Street' }
    const charged = buyer
      ? (await buyer.call('POST', '/orders', body)).body.lines.map(
          ({ perPrice }: { perPrice: number }) => perPrice,
        )
      : drawn.base
    const expected = { lowest: Math.min(...charged), highest: Math.max(...charged) }
    expect(range, JSON.stringify(drawn)).toEqual(expected)
  }
})
