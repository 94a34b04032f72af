import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** The network address that a request comes from; null where there is no socket, as in tests. */
export type ClientAddress = (c: Context) => string | null

/** Whoever comes through a proxy that does not say from where; all of them count as one place. */
export const UNKNOWN_ADDRESS = 'unknown'

/**
 * Reads the address from the socket. Only when that is `trustedProxy`, the one the settings name,
 * it is the last one in X-Forwarded-For, which that proxy wrote: anything before it, and any such
 * header from elsewhere, can be made up.
 */
export function createClientAddress(trustedProxy?: string): ClientAddress {
  return (c) => {
    const direct = peerOf(c)
    if (direct === null || trustedProxy === undefined) return direct
    if (direct !== plainAddress(trustedProxy)) return direct
    const forwarded = c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? ''
    return ipaddr.isValid(forwarded) ? plainAddress(forwarded) : UNKNOWN_ADDRESS
  }
}

/** What proxies write into the requests that they pass on. */
const PROXY_HEADERS = [
  ...['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
]

/**
 * Tells whether a request was made on this machine itself: over loopback, and by no proxy, neither
 * the one that the settings name nor one that shows by its headers.
 */
export function createIsLocal(trustedProxy?: string): (c: Context) => boolean {
  return (c) => {
    const peer = peerOf(c)
    if (peer === null || !isLoopback(peer)) return false
    if (trustedProxy !== undefined && peer === plainAddress(trustedProxy)) return false
    return PROXY_HEADERS.every((name) => c.req.header(name) === undefined)
  }
}

/** Whether an address, or a host of a URL, is this machine's own. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare === 'localhost') return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}

/**
 * What counts as one place in a limit: an IPv4 address, or the 64-bit network of an IPv6 address,
 * inside which a single home can choose freely.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

function peerOf(c: Context): string | null {
  const bindings = c.env as Partial<HttpBindings> | undefined
  const remote = bindings?.incoming?.socket.remoteAddress
  return remote === undefined ? null : plainAddress(remote)
}

// A dual-stack socket shows IPv4 inside IPv6, and a link-local address carries its interface.
function plainAddress(address: string): string {
  const [withoutZone = ''] = address.split('%')
  return ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone).toString() : withoutZone
}
