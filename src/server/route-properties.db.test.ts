import { Hono } from 'hono'
import { expect, test } from 'vitest'
import {
  createRouteTable,
  type DeclaredRoute,
  declaredRoutes,
  pathOf,
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

test('steps of a purchase go first, and health checks always', async () => {
  const { routes } = await openRoutes()
  const table = createRouteTable(routes)
  const priorityOf = (method: string, url: string) =>
    table(method, pathOf(url)).priority ?? 'ordinary'
  for (const [priority, requests] of Object.entries({
    exempt: ['GET /healthz', 'GET /readyz?verbose', 'HEAD /readyz', 'GET /metrics'],
    high: [
      'POST /api/auth/sign-in/email',
      'GET /api/auth/get-session',
      'PUT /api/users/someone%40shop.example',
      'POST /api/payments',
      'GET /api/payments/1',
      'POST /api/payments/webhook',
      'GET /api/purchase/payment/1',
      'PUT /api/purchase/1',
      'DELETE /api/purchase/1',
      'DELETE /api/orders/FW-10001',
      'POST /simulators/stripe/v1/payment_intents',
      'GET /login',
      'GET /login/?from=/purchase',
      'GET /login.data',
      'GET /login/_.data',
      'GET /signed-in',
      'GET /dashboard/orders/payment/1',
      'GET /dashboard/payments/1',
      'GET /dashboard/payments/1.data?_routes=x',
    ],
    ordinary: [
      'GET /',
      'GET /healthzz',
      'GET /dashboard/orders/1',
      'GET /dashboard/payments',
      'GET /login/x',
      'GET /api/purchase',
      'POST /api/perchase',
      'POST /api/orders',
      'GET /api/orders/FW-10001',
      'GET /api/products?page=1',
      'GET /api/users/someone%40shop.example',
      'PUT /api/users/admin/someone%40shop.example',
    ],
  })) {
    for (const request of requests) {
      const [method = '', url = ''] = request.split(' ')
      expect(priorityOf(method, url), request).toBe(priority)
    }
  }
})

test('these responses are cached for visitors', async () => {
  const { routes } = await openRoutes()
  const cached = routes
    .flatMap(({ path, cached }) => (cached ? [[path, ...cached].join(' ')] : []))
    .map((line) => line.replace(' _routes', ''))
  expect(cached.sort()).toMatchInlineSnapshot(`
    [
      "/",
      "/about-me",
      "/api/blogs",
      "/api/blogs/:id",
      "/api/docs/*",
      "/api/openapi.json",
      "/api/products page size",
      "/api/products/:id",
      "/api/products/details/:id",
      "/api/productsCount",
      "/api/reviews page size",
      "/api/reviewsCount",
      "/blogs",
      "/blogs/:id",
      "/compare",
      "/contact",
      "/login",
      "/order-list",
      "/purchase page size view",
      "/register",
      "/reviews page size",
      "/robots.txt",
      "/sitemap.xml/* after",
      "/tools",
      "/tools/:tool",
      "/tools/category/:slug page size view",
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
