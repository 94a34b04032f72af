import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** The network address that a request comes from; null where there is no socket, as in tests. */
export type ClientAddress = (c: Context) => string | null

/**
 * Reads the address from the socket. Only when that is `trustedProxy`, the one the settings name,
 * it is the last one in X-Forwarded-For, which that proxy wrote: anything before it, and any such
 * header from elsewhere, can be made up.
 */
export function createClientAddress(trustedProxy?: string): ClientAddress {
  return (c) => {
    const bindings = c.env as Partial<HttpBindings> | undefined
    const remote = bindings?.incoming?.socket.remoteAddress
    if (remote === undefined) return null
    const direct = plainAddress(remote)
    if (trustedProxy === undefined || direct !== plainAddress(trustedProxy)) return direct
    const forwarded = c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? ''
    return ipaddr.isValid(forwarded) ? plainAddress(forwarded) : direct
  }
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

// A dual-stack socket shows IPv4 inside IPv6, and a link-local address carries its interface.
function plainAddress(address: string): string {
  const [withoutZone = ''] = address.split('%')
  return ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone).toString() : withoutZone
}
