import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { checkHost } from './check-host.server.ts'

const app = new Hono().use(checkHost('https://shop.example.com')).get('*', (c) => c.text('ok'))

const statusFor = async (url: string, host?: string) =>
  (await app.request(url, host === undefined ? {} : { headers: { Host: host } })).status

test('the public host and loopback are accepted on any port', async () => {
  for (const host of ['shop.example.com', 'Shop.Example.com:443', 'localhost:3000']) {
    expect(await statusFor(`http://${host}/tools`, host), host).toBe(200)
  }
  for (const host of ['127.0.0.1:3000', '127.9.9.9', '[::1]:3000', '[::ffff:127.0.0.1]:3000']) {
    expect(await statusFor(`http://${host}/tools`, host), host).toBe(200)
  }
})

test('a foreign host is rejected, in the header and in the request line', async () => {
  const foreign = [
    ...['evil.example', 'shop.example.com.evil.example', 'localhost.evil.example'],
    ...['10.0.0.7:3000', '0.0.0.0', '127.0.0.1.evil.example', 'xshop.example.com'],
  ]
  for (const host of foreign) {
    expect(await statusFor('http://shop.example.com/', host), host).toBe(421)
    expect(await statusFor(`http://${host}/`, 'shop.example.com'), host).toBe(421)
    expect(await statusFor(`http://${host}/`), host).toBe(421)
  }
  for (const host of ['evil.example@localhost', 'localhost/evil.example', 'local host', '']) {
    expect(await statusFor('http://localhost/', host), host).toBe(421)
  }
})

test('health checks accept any host', async () => {
  expect(await statusFor('http://10.0.0.7:3000/healthz', '10.0.0.7:3000')).toBe(200)
  expect(await statusFor('http://10.0.0.7:3000/readyz', '10.0.0.7:3000')).toBe(200)
  expect(await statusFor('http://10.0.0.7:3000/metrics', '10.0.0.7:3000')).toBe(421)
})

test('the refusal of a foreign host has the security headers too', async () => {
  const { status, headers } = await app.request('http://evil.example/')
  expect(status).toBe(421)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
})
