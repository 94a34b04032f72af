import { request } from 'node:http'
import { expect, test } from '#e2e/testing/fixtures.ts'

/** Sends a raw request, because browsers do not allow setting these headers. */
function statusFor(
  url: string | undefined,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, url), { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', reject).end()
  })
}

test('a foreign host name gets neither pages, the API nor the inbox', async ({ baseURL }) => {
  const paths = ['/', '/tools', '/api/products', '/simulators/mail', '/favicon.ico', '/metrics']
  for (const path of paths) {
    const rebound = { Host: `evil.example:${new URL(baseURL ?? '').port}` }
    expect(await statusFor(baseURL, path, rebound), path).toBe(421)
  }
  expect(await statusFor(baseURL, '/healthz', { Host: '10.0.0.7' })).toBe(200)
  expect(await statusFor(baseURL, '/simulators/mail', {})).toBe(200)
})

test('proxied requests see neither the inbox, the faults nor the metrics', async ({ baseURL }) => {
  for (const path of ['/simulators/mail', '/simulators/stripe', '/metrics']) {
    expect(await statusFor(baseURL, path, { 'X-Forwarded-For': '203.0.113.9' }), path).toBe(404)
    expect(await statusFor(baseURL, path, {}), path).toBe(200)
  }
})
