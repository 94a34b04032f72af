import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** Returns the client's IP address; null without a socket, as in tests. */
export type ClientIpAddress = (c: Context) => string | null

/** Stands for all clients behind a proxy that sends no valid X-Forwarded-For; they share rate limits. */
const UNKNOWN_IP_ADDRESS = 'unknown'

export function createClientIpAddress(trustedProxy?: string): ClientIpAddress {
  return (c) => {
    const incoming = incomingOf(c)
    return incoming ? readIpAddress(incoming, trustedProxy) : null
  }
}

/**
 * Reads the IP address from the socket. If that is `trustedProxy`, the last address in
 * X-Forwarded-For is used, because the proxy wrote it; clients can forge everything else.
 */
export function readIpAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxy?: string,
): string | null {
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return null
  const direct = canonicalIp(remoteAddress)
  if (trustedProxy === undefined || direct !== canonicalIp(trustedProxy)) return direct
  const forwarded =
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  return ipaddr.isValid(forwarded) ? canonicalIp(forwarded) : UNKNOWN_IP_ADDRESS
}

const PROXY_HEADERS = [
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
]

/**
 * Returns a check whether a request was made on this machine: over loopback and not through a proxy,
 * neither `trustedProxy` nor one that adds proxy headers.
 */
export function createIsLocal(trustedProxy?: string): (c: Context) => boolean {
  return (c) => {
    const peer = peerOf(c)
    if (peer === null || !isLoopback(peer)) return false
    if (trustedProxy !== undefined && peer === canonicalIp(trustedProxy)) return false
    return PROXY_HEADERS.every((name) => c.req.header(name) === undefined)
  }
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare === 'localhost') return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}

/** A network that a limit counts; `times` multiplies the limit. */
export type CountedNetwork = { network: string; times: number }

/** The IPv6 networks that one household, one site and one company can have to themselves. */
const IPV6_NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  // All of its /56 networks count together only once a quarter of them are used up.
  { bits: 48, times: 4 * 64 },
]

/**
 * Returns the networks of which each limit per network counts a request, the smallest one first: an
 * IPv4 address, or several networks of an IPv6 address, because one line has many /64 networks.
 */
export function networksOf(ipAddress: string): [CountedNetwork, ...CountedNetwork[]] {
  if (!ipaddr.isValid(ipAddress)) return [{ network: ipAddress, times: 1 }]
  const parsed = ipaddr.process(ipAddress)
  const network = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`
  if (parsed.kind() === 'ipv4') return [{ network: parsed.toString(), times: 1 }]
  const [smallest, ...larger] = IPV6_NETWORKS.map(({ bits, times }) => ({
    network: network(bits),
    times,
  }))
  return [smallest as CountedNetwork, ...larger]
}

/** The network of one household: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(ipAddress: string): string {
  return networksOf(ipAddress)[0].network
}

/** The largest network that a limit counts, for queues that are fair by network. */
export function largestNetworkOf(ipAddress: string): string {
  return networksOf(ipAddress).at(-1)?.network ?? ipAddress
}

function peerOf(c: Context): string | null {
  const remote = incomingOf(c)?.socket.remoteAddress
  return remote === undefined ? null : canonicalIp(remote)
}

function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined
}

// Dual-stack sockets report IPv4-mapped IPv6 addresses, and link-local addresses have a zone.
function canonicalIp(ipAddress: string): string {
  // Parsing takes as long as all other checks of a request.
  if (isIPv4(ipAddress)) return ipAddress
  const [withoutZone = ''] = ipAddress.split('%')
  return ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone).toString() : withoutZone
}

/** Carries the IP address of a request to better-auth; set only by the shop. */
export const IP_ADDRESS_HEADER = 'forgewell-client-address'

/** Carries the device of a request, as the shop knows it, to better-auth; set only by the shop. */
export const DEVICE_HEADER = 'forgewell-client-device'

/** Returns the IP address of a request that better-auth handles; null if it is unknown. */
export function ipAddressIn(headers: Headers | null | undefined): string | null {
  return headers?.get(IP_ADDRESS_HEADER) ?? null
}
