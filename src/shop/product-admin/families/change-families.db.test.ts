import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addCatalogue, addCategories } from '#server/testing/catalogue.ts'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { listFamiliesByName } from '#shop/catalogue/families/families.server.ts'
import { listCategoryProducts } from '#shop/catalogue/product-list.server.ts'
import { redirectOf } from '#shop/redirects/redirects.server.ts'

async function openShop() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addCategories(shop.db)
  const sized = (family: string, size: string) => ({
    name: `${family} ${size}`,
    family,
    size,
    category: 'wrenches',
  })
  const sizes = ['6 mm', '8 mm', '10 mm']
  const ids = await addCatalogue(shop.db, [
    ...sizes.map((size) => sized('Ring Spanner', size)),
    ...sizes.map((size) => sized('Adjustable', size)),
    sized('ring  spanner', '12 mm'),
  ])
  const idOf = async (name: string) => (await listFamiliesByName(shop.db, [name]))[0]?.id ?? ''
  const read = async (id: string) => (await owen.call('GET', `/managedFamilies/${id}`)).body
  const save = async (id: string, changes: object) => {
    const { name, longText, imgURL, drawing, position } = await read(id)
    const texts = { longText: longText ?? '', imgURL: imgURL ?? '', drawing: drawing ?? '' }
    return owen.call('PUT', `/managedFamilies/${id}`, { name, ...texts, position, ...changes })
  }
  const lead = async (slug: string) => {
    const url = `https://tools.example/tools/family/${slug}`
    const response = await redirectOf(shop.db, { method: 'GET', url })
    return response && [response.headers.get('location'), response.headers.get('cache-control')]
  }
  const sizesOf = async (slug: string) => {
    const { status, body } = await callApi(shop.app, 'GET', `/families/${slug}`)
    return status === 200 ? body.products.map(({ size }: { size: string }) => size) : status
  }
  return { shop, owen, ids, idOf, save, lead, sizesOf, sizes }
}

test('a new name is that of the sizes too, and back and forth each page leads to the present one', async () => {
  const { shop, owen, ids, idOf, save, lead, sizesOf, sizes } = await openShop()
  const id = await idOf('Ring Spanner')
  await shop.db
    .updateTable('product')
    .set({ deletedAt: new Date() })
    .where('id', '=', ids[0] ?? '')
    .execute()
  expect(await save(id, { name: 'Ring Wrench', longText: '**Forged**' })).toMatchObject({
    status: 200,
    body: { slug: 'ring-wrench', products: 2, version: 2 },
  })
  expect(await sizesOf('ring-wrench')).toEqual(sizes.slice(1))
  expect(await sizesOf('ring-spanner')).toBe(404)
  const gone = await shop.db
    .selectFrom('product')
    .select('family')
    .where('id', '=', ids[0] ?? '')
    .executeTakeFirst()
  expect(gone).toEqual({ family: 'Ring Wrench' })
  expect(await lead('ring-spanner')).toEqual(['/tools/family/ring-wrench', 'no-cache'])
  await save(id, { name: 'Box Wrench' })
  expect(await lead('ring-spanner')).toEqual(['/tools/family/box-wrench', 'no-cache'])
  await save(id, { name: 'Ring Spanner' })
  expect([await lead('ring-spanner'), await lead('box-wrench'), await lead('ring-wrench')]).toEqual([
    undefined,
    ['/tools/family/ring-spanner', 'no-cache'],
    ['/tools/family/ring-spanner', 'no-cache'],
  ])
  // A file of addresses leaves them.
  await owen.call('PUT', '/redirects', { text: '/old,/tools' })
  expect(await lead('box-wrench')).toEqual(['/tools/family/ring-spanner', 'no-cache'])
  expect((await owen.call('GET', '/redirects')).body).toEqual([{ path: '/old', target: '/tools' }])
  expect(await save(id, { name: 'Adjustable' })).toMatchObject({
    status: 409,
    body: { code: 'name-taken', fields: { name: expect.any(String) } },
  })
  expect(await save(id, { version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'stale-family' },
  })
  expect(await save(id, { position: 0 })).toMatchObject({ status: 422 })
})

test('families with an order come first in their category', async () => {
  const { shop, idOf, save } = await openShop()
  const names = async () => {
    const listed = await listCategoryProducts(shop.db, ['wrenches'], { size: 20, page: 0 })
    return [...new Set(listed.map(({ family }) => family))]
  }
  expect(await names()).toEqual(['Adjustable', 'ring  spanner', 'Ring Spanner'])
  await save(await idOf('Ring Spanner'), { position: 2 })
  await save(await idOf('ring  spanner'), { position: 10 })
  expect(await names()).toEqual(['Ring Spanner', 'ring  spanner', 'Adjustable'])
  await save(await idOf('Ring Spanner'), { position: null, name: 'Box' })
  expect(await names()).toEqual(['ring  spanner', 'Adjustable', 'Box'])
})

test('families that are spelled alike are joined, and nothing of them is lost', async () => {
  const { owen, idOf, save, lead, sizesOf, sizes } = await openShop()
  const { body } = await owen.call('GET', '/managedFamilies?search=ring')
  const [joined, kept] = [await idOf('ring  spanner'), await idOf('Ring Spanner')]
  expect(body.map(({ alike }: { alike: object }) => alike)).toEqual([
    { _id: kept, name: 'Ring Spanner' },
    { _id: joined, name: 'ring  spanner' },
  ])
  await save(joined, { longText: 'Forged' })
  const join = (id: string) => owen.call('POST', `/managedFamilies/${id}/join`, { into: kept })
  expect((await join(kept)).status).toBe(422)
  // Only one of two at once finds it.
  const answers = await Promise.all([join(joined), join(joined)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await sizesOf('ring-spanner')).toEqual([...sizes, '12 mm'])
  expect(await lead('ring-spanner-2')).toEqual(['/tools/family/ring-spanner', 'no-cache'])
  expect((await owen.call('GET', `/managedFamilies/${kept}`)).body).toMatchObject({
    longText: 'Forged',
    products: 4,
  })
  expect((await owen.call('GET', '/managedFamilies/count')).body).toEqual({ count: 2 })
})

test('renames, joins, forms and orders of the same sizes at once wait for each other, and none fails', async () => {
  const { shop, owen, ids, idOf, save } = await openShop()
  const jane = await signUp(shop)
  const [first, second] = [await idOf('Ring Spanner'), await idOf('Adjustable')]
  const joined = await idOf('ring  spanner')
  const lines = ids.map((productId) => ({ productId, quantity: 10 }))
  const buy = (lines: object[]) =>
    jane.call('POST', '/orders', { lines, name: 'Jane', address: '1 Anvil Street' })
  const wanted = await newProduct(shop)
  const answers = await Promise.all([
    buy(lines),
    save(first, { name: 'First', position: 3 }),
    ...ids.map((id, at) => owen.call('PUT', `/products/${id}`, { family: at % 2 ? 'First' : 'Second' })),
    save(second, { name: 'Second' }),
    buy(lines.toReversed()),
    owen.call('POST', `/managedFamilies/${joined}/join`, { into: first }),
    owen.call('POST', '/products', { ...wanted, family: 'Ring Spanner' }),
    buy(lines),
  ])
  const statuses = answers.map(({ status }) => status)
  // Of two that take one name at once, a family that a form has made is first.
  expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([])
  const { rows } = await sql`
    select from product join product_search on product_id = product.id
    where ltrim(product_search.family, ' 0123456789') <> coalesce(product.family, product.name)`.execute(
    shop.db,
  )
  expect(rows).toEqual([])
})
