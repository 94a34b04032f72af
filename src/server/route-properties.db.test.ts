import { Hono } from 'hono'
import { expect, test } from 'vitest'
import {
  createRouteTable,
  type DeclaredRoute,
  declaredRoutes,
} from '#platform/http/route-properties.server.ts'
import { declaredPages } from './testing/page-routes.ts'
import { openTestShop } from './testing/test-shop.ts'
import { callApi } from './testing/users.ts'

async function openRoutes() {
  const simulators = new Hono().get('/', (c) => c.text('simulators'))
  const pages = () => ({ routes: declared, handle: async () => new Response('') })
  const declared = await declaredPages()
  const { app } = await openTestShop(undefined, undefined, { simulators, pages })
  return { app, routes: declaredRoutes(app) }
}

test('these responses are cached for visitors', async () => {
  const { routes } = await openRoutes()
  const cached = routes
    .flatMap(({ path, cached }) => (cached ? [[path, ...cached].join(' ')] : []))
    .map((line) => line.replace(' _routes', ''))
  expect(cached.sort()).toMatchInlineSnapshot(`
    [
      "/",
      "/about-me",
      "/api/blogs page",
      "/api/blogs/:id",
      "/api/docs/*",
      "/api/families/:slug",
      "/api/openapi.json",
      "/api/products page size",
      "/api/products/:id",
      "/api/products/details/:id",
      "/api/productsCount",
      "/api/reviews page size",
      "/api/reviewsCount",
      "/blogs page",
      "/blogs/:id",
      "/compare",
      "/contact",
      "/login",
      "/order-list",
      "/pages/:slug version",
      "/purchase page size view",
      "/register",
      "/reviews page size",
      "/robots.txt",
      "/sitemap.xml/* after",
      "/tools",
      "/tools/:tool",
      "/tools/category/:slug page size view",
      "/tools/family/:slug",
    ]
  `)
})

test('a response is cached only for query parameters that the API route reads', async () => {
  const { app, routes } = await openRoutes()
  const { paths } = (await callApi(app, 'GET', '/openapi.json')).body
  for (const { path, cached = [] } of routes) {
    const described = paths[path.replace('/api', '').replaceAll(/:(\w+)/g, '{$1}')]
    const names = described?.get?.parameters?.map(({ name }: { name: string }) => name) ?? []
    if (path.startsWith('/api/')) expect(names, path).toEqual(expect.arrayContaining([...cached]))
  }
})

test('each route is reached: none comes after one that takes its requests', async () => {
  const { routes } = await openRoutes()
  expect(routes.length).toBeGreaterThan(100)
  expect(shadowed(routes)).toEqual([])
  const withLate = [
    { method: 'GET', path: '/products/:id' },
    { method: 'POST', path: '/products/search' },
    { method: 'GET', path: '/products/search' },
  ]
  expect(shadowed(withLate)).toEqual(['GET /products/search'])
})

/** The routes whose own path leads to an earlier one. */
function shadowed(routes: DeclaredRoute[]): string[] {
  const table = createRouteTable(routes)
  return routes
    .filter((route) => {
      const method = route.method === 'ALL' ? 'GET' : route.method
      const path = route.path.replaceAll(/:\w+/g, 'x').replace(/\/\*$/, '/x')
      return table(method, path) !== route
    })
    .map(({ method, path }) => `${method} ${path}`)
}
