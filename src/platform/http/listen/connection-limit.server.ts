import type { Server } from 'node:http'
import { isLoopback, networkOf } from '#platform/http/ip-address.server.ts'

/** Whether the connections of a peer are counted: loopback and the trusted proxy are exempt. */
export function isCountedPeer(ipAddress: string, trustedProxy: string | undefined): boolean {
  if (isLoopback(ipAddress)) return false
  return trustedProxy === undefined || networkOf(ipAddress) !== networkOf(trustedProxy)
}

/**
 * Drops connections beyond `limit` from one network, so that a single client can't use up the server's
 * connections. `isCounted` exempts a proxy, which connects for many visitors.
 */
export function limitConnectionsPerNetwork(
  server: Server,
  limit: number,
  isCounted: (ipAddress: string) => boolean,
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || !isCounted(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= limit) {
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const rest = (open.get(network) ?? 1) - 1
      if (rest > 0) open.set(network, rest)
      else open.delete(network)
    })
  })
}
