import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** Returns the client's IP address; null without a socket, as in tests. */
export type ClientIpAddress = (c: Context) => string | null

/** Stands for all clients behind a proxy that sends no valid X-Forwarded-For; they share rate limits. */
const UNKNOWN_IP_ADDRESS = 'unknown'

/**
 * Reads the IP address from the socket. If that is `trustedProxy`, the last address in
 * X-Forwarded-For is used, because the proxy wrote it; clients can forge everything else.
 */
export function createClientIpAddress(trustedProxy?: string): ClientIpAddress {
  return (c) => {
    const direct = peerOf(c)
    if (direct === null || trustedProxy === undefined) return direct
    if (direct !== canonicalIp(trustedProxy)) return direct
    const forwarded = c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? ''
    return ipaddr.isValid(forwarded) ? canonicalIp(forwarded) : UNKNOWN_IP_ADDRESS
  }
}

/** Headers that proxies add to requests. */
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

/** Whether an IP address or a URL's host is loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare === 'localhost') return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}

/**
 * The key for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because one
 * household can use all addresses in it.
 */
export function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

function peerOf(c: Context): string | null {
  const bindings = c.env as Partial<HttpBindings> | undefined
  const remote = bindings?.incoming?.socket.remoteAddress
  return remote === undefined ? null : canonicalIp(remote)
}

// Dual-stack sockets report IPv4-mapped IPv6 addresses, and link-local addresses have a zone.
function canonicalIp(ipAddress: string): string {
  const [withoutZone = ''] = ipAddress.split('%')
  return ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone).toString() : withoutZone
}

/** Carries the IP address of a request to better-auth; set only by the shop. */
export const IP_ADDRESS_HEADER = 'forgewell-client-address'

/** Returns the IP address of a request that better-auth handles; null if it is unknown. */
export function ipAddressIn(headers: Headers | null | undefined): string | null {
  return headers?.get(IP_ADDRESS_HEADER) ?? null
}
