import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#platform/metrics.server.ts'
import { createBusyResponse, priorityOf } from './request-priority.server.ts'

test.each([
  ['/healthz', 'exempt'],
  ['/readyz?verbose', 'exempt'],
  ['/metrics', 'exempt'],
  ['/api/auth/sign-in/email', 'high'],
  ['/api/payments', 'high'],
  ['/api/payments/webhook', 'high'],
  ['/api/purchase/payment/1', 'high'],
  ['/api/purchase/1', 'high'],
  ['/login', 'high'],
  ['/login?next=/purchase', 'high'],
  ['/signed-in', 'high'],
  ['/dashboard/orders/payment/1', 'high'],
  ['/dashboard/payments/1', 'high'],
  ['/dashboard/payments/1.data?_routes=x', 'high'],
  ['/dashboard/orders/1', 'ordinary'],
  ['/dashboard/payments', 'ordinary'],
  ['/login/x', 'ordinary'],
  ['/api/purchase', 'ordinary'],
  ['/api/perchase', 'ordinary'],
  ['/api/products?page=1', 'ordinary'],
  ['/healthzz', 'ordinary'],
  ['/', 'ordinary'],
])('%s has the priority %s', (url, priority) => {
  expect(priorityOf({ method: 'GET', url })).toBe(priority)
})

test.each([
  ['PUT', '/api/users/someone%40shop.example', 'high'],
  ['GET', '/api/users/someone%40shop.example', 'ordinary'],
  ['PUT', '/api/users', 'ordinary'],
  ['PUT', '/api/users/admin/someone%40shop.example', 'ordinary'],
  ['DELETE', '/api/orders/FW-10001', 'high'],
  ['GET', '/api/orders/FW-10001', 'ordinary'],
])(
  '%s %s has the priority %s: getting a token and cancelling have places of their own',
  (method, url, priority) => {
    expect(priorityOf({ method, url })).toBe(priority)
  },
)

test('a refusal is a 503 with Retry-After and the security headers, and is counted', async () => {
  const metrics = createMetrics()
  const respond = createBusyResponse('https://shop.example', metrics)
  const server = createServer(respond).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const api = await fetch(`${url}/api/products`)
  expect(api.status).toBe(503)
  expect(await api.json()).toEqual({
    code: 'unavailable',
    message: 'The shop is busy. Please try again.',
  })
  const page = await fetch(`${url}/purchase`)
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain('The shop is busy. Please try again.')
  const head = await fetch(`${url}/purchase`, { method: 'HEAD' })
  for (const { headers } of [api, page, head]) {
    expect(headers.get('Retry-After')).toBe('5')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
  }
  const counted = await metrics.registry.metrics()
  expect(counted).toContain('http_requests_shed_total 3')
  expect(counted).toMatch(/route="api",status="503"\} 1/)
})
