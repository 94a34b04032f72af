import { expect, test } from 'vitest'
import { declaredRoutes } from '#platform/http/route-properties.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { findCurrentUser } from '#shop/auth/user-queries.server.ts'
import { addFamilies } from '#shop/catalogue/families/families.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { createHttpMiddleware } from './http-middleware.server.ts'
import { declaredPages } from './testing/page-routes.ts'
import { addProduct } from './testing/products.ts'
import { renderPage } from './testing/rendered-page.tsx'
import { openTestShop, shopUrl } from './testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin } from './testing/users.ts'

const site = { name: 'Forgewell', publicUrl: shopUrl, isDemo: false, offersGoogle: false }

type Viewer = { name: string; headers: Record<string, string>; own: string | null }

/** A shop behind its cache with a product that has another price for each viewer. */
async function openPricedShop() {
  const database = await createTestDatabase()
  const { db } = database
  const routes = await declaredPages()
  const shop = await openTestShop(database, undefined, {
    pages: ({ auth }) => ({
      routes,
      handle: async ({ url, headers }: Request) => {
        const { pathname, search } = new URL(url)
        const currentUser = await findCurrentUser(db, auth, headers)
        return new Response(await renderPage(pathname + search, { db, site, currentUser }))
      },
    }),
  })
  await db.insertInto('category').values({ slug: 'saws', name: 'Saws' }).execute()
  const saw = await addProduct(db, { name: 'Tenon Saw', unitPriceCents: 1100 })
  // A family of one shows as its product.
  await addProduct(db, { name: 'Dovetail Saw', unitPriceCents: 1200 })
  await addFamilies(db, [{ family: 'Saws' }])
  await db.updateTable('product').set({ category: 'saws', family: 'Saws' }).execute()
  const admin = await signUpAdmin(shop)
  const priced = async (path: string, body: object, perPrice: number) => {
    const { _id } = (await admin.call('POST', path, body)).body
    const audience = path === '/companies' ? { company: _id } : { group: _id }
    const list = await admin.call('POST', '/price-lists', { name: 'Own', for: audience })
    const rows = [{ sku: saw.sku, perPrice }]
    await admin.call('PUT', `/price-lists/${list.body._id}/rows`, { rows })
    await admin.call('POST', `/price-lists/${list.body._id}/publish`)
    return _id as string
  }
  const groups = [
    await priced('/customer-groups', { name: 'A' }, 9.51),
    await priced('/customer-groups', { name: 'B' }, 9.52),
  ]
  const [ofA, ofB, ofCompany] = [await signUp(shop), await signUp(shop), await signUp(shop)]
  for (const [index, { email }] of [ofA, ofB].entries()) {
    const company = { name: `Of ${index}`, group: groups[index], member: email }
    expect((await admin.call('POST', '/companies', company)).status).toBe(200)
  }
  await priced('/companies', { name: 'Own', member: ofCompany.email }, 9.53)
  const viewerOf = (name: string, { token, cookie }: Person, own: string | null): Viewer => {
    return { name, headers: { Authorization: `Bearer ${token}`, cookie }, own }
  }
  const viewers = [
    { name: 'visitor', headers: {}, own: null },
    viewerOf('buyer of group A', ofA, '9.51'),
    viewerOf('buyer of group B', ofB, '9.52'),
    viewerOf('buyer of a company', ofCompany, '9.53'),
    viewerOf('admin', admin, null),
  ]
  const { handler } = createHttpMiddleware(shop.app, createMetrics(), 'public')
  return { shop, saw, viewers, handler, people: { ofA, ofB } }
}

/** A shortest sequence that has each order of the items somewhere, one after the other. */
function everyOrder<Item>([last, ...others]: Item[]): Item[] {
  if (last === undefined || others.length === 0) return last === undefined ? [] : [last]
  const before = everyOrder(others)
  const found: Item[] = []
  for (const start of before.keys()) {
    const order = before.slice(start, start + others.length)
    if (new Set(order).size < others.length) continue
    const next = [...order, last, ...order]
    let overlap = Math.min(found.length, next.length - 1)
    while (!found.slice(found.length - overlap).every((item, at) => item === next[at])) overlap -= 1
    found.push(...next.slice(overlap))
  }
  return found
}

test('no cached route shows someone’s own price to another, in whatever order they come', {
  tags: 'long',
}, async () => {
  const { shop, saw, viewers, handler } = await openPricedShop()
  const visits = everyOrder(viewers)
  expect(visits).toHaveLength(153)
  const tool = { ...saw, _id: saw.id }
  const filled = (path: string) =>
    path
      .replace('/tools/:tool', productPath(tool))
      .replace(':slug', /category|families|family/.test(path) ? 'saws' : 'terms')
      .replace(':id', saw.id)
      .replace('/*', '')
  const queries: Record<string, string> = {
    '/api/products': '?size=10&page=0',
    '/compare': `?ids=${saw.id}`,
    '/purchase': '?size=12',
  }
  const paths = declaredRoutes(shop.app).flatMap(({ path, cached }) =>
    cached ? [filled(path) + (queries[path] ?? '')] : [],
  )
  expect(paths.length).toBeGreaterThan(20)
  const priced = [
    '/',
    '/api/families/saws',
    '/api/products?size=10&page=0',
    `/api/products/${saw.id}`,
    `/compare?ids=${saw.id}`,
    '/purchase?size=12',
    productPath(tool),
    '/tools/category/saws',
    '/tools/family/saws',
  ]
  const shown: string[] = []
  for (const path of paths) {
    // A route that shows nobody a price has none to show to another.
    for (const { name, headers, own } of priced.includes(path) ? visits : viewers) {
      const text = await textOf(handler.request(path, { headers }))
      const prices = ['9.51', '9.52', '9.53'].filter((price) => text.includes(price))
      if (own !== null && prices.includes(own)) shown.push(path)
      expect(
        prices.filter((price) => price !== own),
        `${path} as ${name}`,
      ).toEqual([])
    }
  }
  // The test sees prices where there are some.
  expect([...new Set(shown)].sort()).toEqual(priced.sort())
})

test('suggestions, searches and what a list or a paste looks up are of who asks, and kept nowhere', async () => {
  const { saw, viewers, handler } = await openPricedShop()
  const asked = [
    { path: '/api/products/suggest?q=tenon' },
    { path: '/api/products/search?q=tenon' },
    { path: '/api/products/lookup', body: { ids: [saw.id] } },
    { path: '/api/products/match', body: { lines: [{ sku: saw.sku, name: null }] } },
  ]
  for (const { path, body } of asked) {
    for (const { headers, own, name } of [...viewers, ...viewers.toReversed()]) {
      const answer = await handler.request(path, {
        headers: { ...headers, 'Content-Type': 'application/json', Origin: shopUrl },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const text = await textOf(answer)
      expect(text.match(/9\.5\d/)?.[0] ?? null, `${path} as ${name}`).toBe(own)
      if (own !== null) expect(answer.headers.get('Cache-Control'), path).toBe('no-store')
    }
  }
})

test('pages and page data of signed-in users are in no cache that another could read', async () => {
  const { viewers, handler } = await openPricedShop()
  for (const path of ['/purchase', '/purchase.data', '/_root.data?_routes=root'])
    for (const { headers, own } of viewers) {
      if (own === null) continue
      const rule = (await handler.request(path, { headers })).headers.get('Cache-Control')
      expect(rule, path).toBe(path.includes('.data') ? 'no-store' : 'private, no-cache')
    }
})

test('structured data is that of visitors: signed-in users get none', async () => {
  const { saw, viewers, handler } = await openPricedShop()
  const path = productPath({ ...saw, _id: saw.id })
  for (const { name, headers } of viewers) {
    const page = await (await handler.request(path, { headers })).text()
    expect(page.includes('"price":"11.00"'), name).toBe(name === 'visitor')
    expect(page.includes('application/ld+json'), name).toBe(name === 'visitor')
  }
})

test('a shared list has no prices: who opens it sees the own ones', async () => {
  const { shop, saw, people, viewers, handler } = await openPricedShop()
  const lines = [{ productId: saw.id, quantity: 10 }]
  const list = (await people.ofA.call('POST', '/order-lists', { name: 'Saws', lines })).body
  const { token } = (await people.ofA.call('POST', `/order-lists/${list._id}/share`)).body
  const path = `/api/shared-lists/${token}`
  const shared = await callApi(shop.app, 'GET', path.replace('/api', ''))
  expect(shared).toMatchObject({ status: 200, body: { name: 'Saws', lines } })
  for (const { headers } of viewers)
    expect(await (await handler.request(path, { headers })).text()).not.toMatch(/price/i)
})

/** The text of an answer without times of day, which may end like a price. */
async function textOf(answer: Response | Promise<Response>): Promise<string> {
  return (await (await answer).text()).replaceAll(/\d\d:\d\d:\d\d\.\d+Z/g, '')
}
