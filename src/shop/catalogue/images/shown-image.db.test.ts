import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { listCategoryImages } from '#shop/catalogue/categories/category-tiles.server.ts'
import { compare, finish } from '#shop/imports/testing/import-calls.ts'

test('a size without an image of its own shows its family’s wherever it is read, and stores none', async () => {
  const shop = await openTestShop()
  const [owen, bea] = [await signUpAdmin(shop), await signUp(shop, 'bea@example.com')]
  const { imgURL: image } = await newProduct(shop)
  const file = [
    'SKU,Name,Price,Stock,Minimum order,Description,Family,Size,Category',
    'TAP-3,Tap M3,12,500,10,Ground thread with spiral flutes,Tap,M3,Taps',
    'TAP-4,Tap M4,12,0,10,Ground thread with spiral flutes,Tap,M4,Taps',
  ].join('\n')
  const given = { makesCategories: 'true' }
  await finish(owen, (await compare(shop, owen, file, given))._id, 'apply')
  const products = () => shop.db.selectFrom('product').select(['id', 'sku', 'image']).orderBy('sku')
  const [tap, other] = await products().execute()
  const { _id } = (await owen.call('GET', '/managedFamilies')).body[0]
  const family = { name: 'Tap', longText: '', drawing: '', position: null }
  await owen.call('PUT', `/managedFamilies/${_id}`, { ...family, imgURL: image })
  expect(tap?.image).not.toBe(image)

  const order = await buy(bea, tap as { id: string })
  const readers = [
    [bea, 'GET', '/products'],
    [bea, 'GET', '/products?size=10&page=0'],
    [bea, 'GET', '/products?sort=name&size=10&page=0'],
    [bea, 'GET', '/products/search?q=tap'],
    [bea, 'GET', '/products/suggest?q=tap'],
    [bea, 'GET', `/products/${tap?.id}`],
    [bea, 'GET', '/families/tap'],
    [bea, 'POST', '/products/match', { lines: [{ sku: 'TAP-3', name: null }] }],
    [bea, 'GET', '/orders/often'],
    [bea, 'GET', `/orders/${order.orderId}`],
    [owen, 'GET', '/products/manage?search=tap'],
    [owen, 'GET', `/products/manage/${tap?.id}`],
    [owen, 'GET', '/products/csv'],
    [owen, 'GET', `/orders/${order.orderId}`],
  ] as const
  const placeholder = tap?.image.slice(0, 39) ?? ''
  for (const [user, method, path, body] of readers) {
    const read = await user.call(method, path, ...(body ? [body] : []))
    const text = JSON.stringify(read.body)
    const shown = {
      status: read.status,
      isFamily: text.includes(image),
      isOwn: text.includes(placeholder),
    }
    expect({ path, ...shown }).toEqual({ path, status: 200, isFamily: true, isOwn: false })
  }
  expect(await listCategoryImages(shop.db)).toEqual(new Map([['taps', image]]))

  // Whoever writes back what was read, changes nothing.
  const { version } = (await owen.call('GET', `/products/manage/${tap?.id}`)).body
  const sent = { imgURL: image, version, name: 'Machine tap M3' }
  const changed = await owen.call('PUT', `/products/${tap?.id}`, sent)
  expect(changed).toMatchObject({ status: 200, body: { imgURL: image } })
  const images = `SKU,Image,Price\nTAP-3,${image},13\nTAP-4,${image},12`
  const imported = await compare(shop, owen, images)
  expect(imported.counts).toMatchObject({ changed: 1, unchanged: 1 })
  await finish(owen, imported._id, 'apply')
  await owen.call('POST', '/products', {
    ...{ ...(await newProduct(shop)), sku: 'TAP-5', family: 'Tap' },
  })
  const current = await owen.call('GET', `/products/manage/${other?.id}`)
  const { version: seen, imgURL } = current.body
  const moved = await owen.call('PUT', `/products/${other?.id}`, { imgURL, version: seen, family: 'Die' })
  expect(moved.status).toBe(200)
  const stored = await products().execute()
  expect(stored.map(({ image }) => image)).toEqual([tap?.image, other?.image, tap?.image])
})

/** Who names the column itself, and why. */
const ownReaders = {
  'src/shop/catalogue/product-json.server.ts': 'gets what is shown',
  'src/shop/catalogue/images/shown-image.server.ts': 'decides what is shown',
  'src/shop/imports/apply/apply-rows.server.ts': 'writes it',
  'src/shop/imports/compare/catalogue-queries.server.ts': 'reads it to write it back',
  'src/shop/product-admin/images/named-products-api.server.ts': 'reads the further ones',
}

test('only those who write the image of a product read its column', () => {
  const files = execFileSync('git', ['ls-files', 'src/shop'], { encoding: 'utf8' }).split('\n')
  const reading = files.filter((file) => {
    if (!/\.server\.ts$/.test(file)) return false
    const text = readFileSync(file, 'utf8').replaceAll(/shownImage} as image/g, '')
    const statements = text.match(/`[^`]*\b(?:from|join) product\b[^`]*`/g) ?? []
    return (
      /\bproduct\.image\b/.test(text) ||
      /selectFrom\('product'\)\s*\.select(All\(\)(?!\s*\.select\(shownImage)|\([^)]*'image')/.test(text) ||
      statements.some((sql) => /(?<![.\w'"])image\b(?! ?[.(])/.test(sql))
    )
  })
  expect(reading.toSorted()).toEqual(Object.keys(ownReaders).toSorted())
})
