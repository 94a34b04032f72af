import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createClientIpAddress, largestNetworkOf, networkOf, networksOf } from './ip-address.server.ts'

async function ipAddressSeen(
  socketAddress: string | undefined,
  { proxy, forwarded }: { proxy?: string; forwarded?: string } = {},
): Promise<string> {
  const ipAddressOf = createClientIpAddress(proxy)
  const app = new Hono().get('/', (c) => c.text(ipAddressOf(c) ?? 'none'))
  const socket = { remoteAddress: socketAddress }
  const headers = { 'x-forwarded-for': forwarded }
  return (await app.request('/', {}, { incoming: { socket, headers } })).text()
}

test('the IP address is the socket’s, in canonical form', async () => {
  expect(await ipAddressSeen('203.0.113.7')).toBe('203.0.113.7')
  expect(await ipAddressSeen('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(await ipAddressSeen('FE80::1%eth0')).toBe('fe80::1')
  expect(await ipAddressSeen(undefined)).toBe('none')
})

test('forwarded headers from clients are ignored', async () => {
  expect(await ipAddressSeen('203.0.113.7', { forwarded: '1.2.3.4' })).toBe('203.0.113.7')
  const other = { proxy: '10.0.0.2', forwarded: '1.2.3.4' }
  expect(await ipAddressSeen('203.0.113.7', other)).toBe('203.0.113.7')
})

test('only the last address written by the trusted proxy is used', async () => {
  const behind = (forwarded: string) => ({ proxy: '10.0.0.2', forwarded })
  expect(await ipAddressSeen('10.0.0.2', behind('1.2.3.4'))).toBe('1.2.3.4')
  expect(await ipAddressSeen('::ffff:10.0.0.2', behind('9.9.9.9, 1.2.3.4'))).toBe('1.2.3.4')
})

test('clients behind a proxy without X-Forwarded-For share one key', async () => {
  const behind = (forwarded: string) => ({ proxy: '127.0.0.1', forwarded })
  for (const forwarded of ['1.2.3.4, not-an-address', '1.2.3.4:4711', '[2001:db8::1]:80', '']) {
    expect(await ipAddressSeen('127.0.0.1', behind(forwarded))).toBe('unknown')
  }
  expect(await ipAddressSeen('127.0.0.1', { proxy: '127.0.0.1' })).toBe('unknown')
  expect(networkOf('unknown')).toBe('unknown')
})

test('addresses of one IPv6 /64 network share one key', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:db8:0:7:1:2:3:4')).toBe('2001:db8:0:7::/64')
  expect(networkOf('2001:db8:0:7::4')).toBe('2001:db8:0:7::/64')
  expect(networkOf('2001:0db8::1')).toBe('2001:db8::/64')
  expect(networkOf('::1')).toBe('::/64')
})

test('limits count the larger networks of an IPv6 address too, four times as high', () => {
  expect(networksOf('203.0.113.7')).toEqual([{ network: '203.0.113.7', times: 1 }])
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ network: '203.0.113.7', times: 1 }])
  expect(networksOf('2001:db8:1:23ab:1:2:3:4')).toEqual([
    { network: '2001:db8:1:23ab::/64', times: 1 },
    { network: '2001:db8:1:2300::/56', times: 4 },
    { network: '2001:db8:1::/48', times: 256 },
  ])
  expect(largestNetworkOf('2001:db8:1:23ab::1')).toBe('2001:db8:1::/48')
  expect(largestNetworkOf('unknown')).toBe('unknown')
})
