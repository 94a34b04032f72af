import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#platform/metrics.server.ts'
import { createBusyResponse } from './busy-response.server.ts'

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
