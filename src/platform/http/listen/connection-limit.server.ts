import type { Server } from 'node:http'
import { isLoopback, networkOf, networksOf } from '#platform/http/ip-address.server.ts'

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
    const networks = networksOf(remoteAddress)
    if (networks.some(({ network, times }) => (open.get(network) ?? 0) >= limit * times)) {
      socket.destroy()
      return
    }
    for (const { network } of networks) open.set(network, (open.get(network) ?? 0) + 1)
    socket.once('close', () => {
      for (const { network } of networks) {
        const rest = (open.get(network) ?? 1) - 1
        if (rest > 0) open.set(network, rest)
        else open.delete(network)
      }
    })
  })
}
