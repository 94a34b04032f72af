import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#platform/http/listen/listen.server.ts'
import { checkRequestLine, createRequestLineLimit } from './request-line.server.ts'

const segments = (count: number) => '/x'.repeat(count)
const parameters = (count: number) => `/purchase?${Array(count).fill('a=1').join('&')}`

test.each([
  ['/', undefined],
  [segments(16), undefined],
  [segments(17), 'long-path'],
  [segments(7_500), 'long-path'],
  ['/'.repeat(17), 'long-path'],
  ['\\'.repeat(17), 'long-path'],
  [`http://shop.test${segments(16)}`, undefined],
  [`http://shop.test${segments(17)}`, 'long-path'],
  [`/${'x'.repeat(2_047)}`, undefined],
  [`/${'x'.repeat(2_048)}`, 'long-path'],
  [`/api/users/admin/${'%C3%A9'.repeat(240)}@shop.example`, undefined],
  [`/login?from=/${'x'.repeat(8_180)}`, undefined],
  [`/login?from=/${'x'.repeat(8_200)}`, 'long-query'],
  [`/purchase?from=${segments(30)}`, undefined],
  [parameters(50), undefined],
  [parameters(51), 'long-query'],
  [`/__manifest?version=1&paths=${Array(250).fill('%2Ftools%2Fx').join('%2C')}`, undefined],
  [`/__manifest?version=1&paths=${Array(251).fill('ab').join(',')}`, 'long-query'],
  [`/__manifest?version=1&paths=${Array(251).fill('ab').join('%2c')}`, 'long-query'],
  [`/x/../__manifest?version=1&paths=${Array(2_000).fill('ab').join(',')}`, 'long-query'],
  [`/__manifest?version=1&paths=ab,${segments(17)}`, 'long-query'],
  [`/login?paths=${Array(251).fill('ab').join(',')}`, undefined],
  ['/api/documents/invoice/%00', 'nul'],
  ['/dashboard/manage-orders?buyer=a%00b', 'nul'],
  ['/api/x/../../y', 'dot-segments'],
  ['/api/x/%2E%2e/%2e./y', 'dot-segments'],
  ['/api/..', 'dot-segments'],
  ['/api\\..\\y', 'dot-segments'],
  ['/api/x\\..\\..\\y', 'dot-segments'],
  ['http://shop.test/api/./y', 'dot-segments'],
  ['/api/products?from=/../', undefined],
  ['/api/users/a..b@shop.example', undefined],
  ['/assets/../purchase', undefined],
])('the request line %.60s is refused as %s', (url, refused) => {
  expect(checkRequestLine(url)).toBe(refused)
})

async function respondTo(line: string): Promise<string> {
  const server = await listen('127.0.0.1', 0)
  onTestFinished(server.close)
  const counted: unknown[] = []
  server.serve(
    () => new Response('handled'),
    createRequestLineLimit('https://shop.test', (...request) => counted.push(request)),
  )
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${line} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
  const output = await text(socket)
  expect(counted).toHaveLength(output.includes('handled') ? 0 : 1)
  return output
}

test('a refused path gets a plain 404 with security headers, and JSON below /api', async () => {
  const page = await respondTo(`GET ${segments(7_500)}`)
  expect(page).toMatch(/^HTTP\/1.1 404 /)
  expect(page).toContain('X-Content-Type-Options: nosniff')
  expect(page).toMatch(/\r\n\r\nNot found\.$/)
  const api = await respondTo(`GET /api${segments(100)}`)
  expect(api).toMatch(/^HTTP\/1.1 404 /)
  expect(api).toMatch(/\r\n\r\n\{"code":"not-found","message":"Not found\."\}$/)
})

test('a path below /api with dot segments stays there', async () => {
  const output = await respondTo('GET /api/x/../../y')
  expect(output).toMatch(/^HTTP\/1.1 400 [\s\S]*application\/json[\s\S]*"code":"malformed"/)
})

test('a refused HEAD request gets no body, and others are handled', async () => {
  expect(await respondTo(`HEAD ${segments(17)}`)).toMatch(/\r\n\r\n$/)
  expect(await respondTo('GET /x')).toContain('handled')
})
