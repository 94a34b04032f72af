import { expect, test } from 'vitest'
import { builtFileHeaders, securityHeaders } from './security-headers.server.ts'

const policies = [
  'Content-Security-Policy',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
]
const everywhere = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy']
const https = 'Strict-Transport-Security'

test.each([
  { path: '/assets/page-3b.js', http: everywhere },
  { path: '/assets/styles-3b.css', http: everywhere },
  { path: '/assets/archivo-3b.woff2', http: everywhere },
  // A browser shows these as documents, and an SVG could run scripts.
  { path: '/assets/anvil-3b.svg', http: [...policies, ...everywhere] },
  { path: '/assets/page-3b.js.html', http: [...policies, ...everywhere] },
  { path: '/favicon.ico', http: [...policies, ...everywhere] },
])('$path has the headers of its kind', ({ path, http }) => {
  const names = (publicUrl: string) => builtFileHeaders(publicUrl)(path).map(([name]) => name)
  expect(names('http://localhost:3000')).toEqual(http)
  expect(names('https://shop.example')).toEqual([...http, https])
})

test('other responses have all policies', () => {
  const names = (publicUrl: string) => securityHeaders(publicUrl).map(([name]) => name)
  expect(names('http://localhost:3000')).toEqual([...policies, ...everywhere])
  expect(names('https://shop.example')).toEqual([...policies, ...everywhere, https])
})

test('with https, browsers insist on it for a year, for subdomains too', () => {
  const headers = new Headers(securityHeaders('https://shop.example'))
  expect(headers.get(https)).toBe('max-age=31536000; includeSubDomains')
})
