import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

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
    return isIP(forwarded) ? plainAddress(forwarded) : direct
  }
}

/**
 * What counts as one place in a limit: an IPv4 address, or the 64-bit network of an IPv6 address,
 * inside which a single home can choose freely.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [start = '', end = ''] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(start), groups(end)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

// A socket for both kinds shows IPv4 inside IPv6, and a local one names its interface.
function plainAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
}
