import { expect, test } from 'vitest'
import { newProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'
import { workbook } from '#server/testing/workbooks.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { compare, finish } from '#shop/imports/testing/import-calls.ts'

const longText = '- For *quoins*\n- For [bolts](https://jigs.example)\n\n## Care\n\nOil it.'

async function openShop() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const wanted = { ...(await newProduct(shop)), sku: 'G-1' }
  const { body } = await owen.call('POST', '/products', { ...wanted, longText: `\r\n${longText}` })
  return { shop, owen, product: body }
}

test('a long text is with its product alone, on its page and in searches, and in no list', async () => {
  const { shop, owen, product } = await openShop()
  const { _id } = product
  expect(product.longText).toBe(longText)
  const get = async (path: string) => (await callApi(shop.app, 'GET', path)).body
  expect(await get(`/products/${_id}`)).toMatchObject({ longText })
  const lookedUp = await callApi(shop.app, 'POST', '/products/lookup', { body: { ids: [_id] } })
  const matched = await callApi(shop.app, 'POST', '/products/match', {
    body: { lines: [{ sku: 'G-1', name: null }] },
  })
  for (const answer of [
    await get('/products'),
    await get('/products?size=10&page=0'),
    await get('/products?q=quoin'),
    lookedUp.body,
    matched.body,
    (await owen.call('GET', '/products/manage')).body,
  ]) {
    expect(JSON.stringify(answer)).toContain(_id)
    expect(JSON.stringify(answer)).not.toMatch(/quoins|longText/)
  }
  expect(await get('/products?q=jigs')).toEqual([])
  expect(await renderPage(productPath(product), { db: shop.db })).toContain('<em>quoins</em>')

  const put = (changes: object) => owen.call('PUT', `/products/${_id}`, changes)
  expect(await put({ longText: 'x'.repeat(10_001) })).toMatchObject({
    status: 422,
    body: { fields: { longText: 'Long text has at most 10,000 characters' } },
  })
  expect((await put({ longText: 'For dowels' })).body.longText).toBe('For dowels')
  expect(await get('/products?q=quoin')).toEqual([])
  expect(await get('/products?q=dowel')).toMatchObject([{ _id }])
  expect((await put({ longText: ' \n' })).body.longText).toBe(null)
})

test('its paragraphs stay in exports and imports, whichever column is chosen for it', async () => {
  const { shop, owen, product } = await openShop()
  const headers = { Authorization: `Bearer ${owen.token}` }
  const exported = async (path: string) => {
    const answer = await shop.app.request(`/api/products/${path}`, { headers })
    return new Uint8Array(await answer.arrayBuffer())
  }
  for (const path of ['csv', 'xlsx', 'csv?search=G-1'])
    expect((await compare(shop, owen, await exported(path))).counts).toMatchObject({ unchanged: 1 })

  const text = `- ${'x'.repeat(9_000)}\n\nNext:\n  - deeper`
  const files = [
    `SKU,Description,Notes\nG-1,"Two\nlines of text","${text}"`,
    new Uint8Array(
      workbook({
        Tools: [
          ['SKU', 'Notes'],
          ['G-1', text],
        ],
      }),
    ),
  ]
  for (const file of files) {
    const mapping = JSON.stringify({ Notes: 'longText' })
    const { rows, _id } = await compare(shop, owen, file, { mapping })
    expect(rows[0]?.changes).toContainEqual({ field: 'longText', from: longText, to: text })
    expect(rows[0]?.cells).toMatchObject({ longText: text })
    await finish(owen, _id, 'apply')
    const read = async () => (await owen.call('GET', `/products/manage/${product._id}`)).body
    expect((await read()).longText).toBe(text)
    await finish(owen, _id, 'undo')
    expect((await read()).longText).toBe(longText)
  }
})

test('the page of a product has its own title and description, or those made of its fields', async () => {
  const { shop, owen, product } = await openShop()
  const head = async () => {
    const html = await renderPage(productPath(product), { db: shop.db })
    return [/<title>(.*?) \| /.exec(html)?.[1], /name="description" content="(.*?)"/.exec(html)?.[1]]
  }
  expect(await head()).toEqual([`${product.name}, G-1`, expect.stringContaining('G-1')])
  const own = { pageTitle: 'Quoin vices', pageDescription: 'Holds quoins at right angles.' }
  expect((await owen.call('PUT', `/products/${product._id}`, own)).body).toMatchObject(own)
  expect(await head()).toEqual([own.pageTitle, own.pageDescription])
})
