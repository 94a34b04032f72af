import type { IncomingMessage, ServerResponse } from 'node:http'
import { networksOf } from '#platform/http/ip-address.server.ts'

// A request that takes longer waits for something else, such as a queue or the card provider.
const COUNTED_MS = 5_000

/** Returns whether a request may be handled; otherwise it has been answered by `refuse`. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => boolean

type InProgress = {
  request: IncomingMessage
  response: ServerResponse
  networks: string[]
  /** When its whole body had arrived. */
  countedFrom?: number
}

/**
 * Refuses requests while `most` are in progress, or `perNetwork` of the same network, so that the
 * others stay fast. `ipAddressOf` returns null for a client whose network is not limited.
 *
 * A request does not count while it waits for its client: for the rest of its body, or to read the
 * response. A connection has one such request at most, so the limit of connections bounds them.
 */
export function limitRequests({
  most,
  perNetwork,
  ipAddressOf,
  refuse,
  now = () => performance.now(),
}: {
  most: number
  perNetwork: number
  ipAddressOf: (request: IncomingMessage) => string | null
  refuse: (request: IncomingMessage, response: ServerResponse) => void
  /** The time in milliseconds. */
  now?: () => number
}): Admit {
  const inProgress = new Set<InProgress>()
  return (request, response) => {
    const ipAddress = ipAddressOf(request)
    const networks = ipAddress === null ? [] : networksOf(ipAddress)
    const counted = [...inProgress].filter((other) => isCounted(other, now()))
    const isFull = (network: string, limit: number) =>
      counted.filter((other) => other.networks.includes(network)).length >= limit
    if (
      counted.length >= most ||
      networks.some(({ network, times }) => isFull(network, perNetwork * times))
    ) {
      refuse(request, response)
      return false
    }
    const started = { request, response, networks: networks.map(({ network }) => network) }
    inProgress.add(started)
    response.once('close', () => inProgress.delete(started))
    return true
  }
}

function isCounted(started: InProgress, now: number): boolean {
  const { request, response } = started
  if (!request.complete || response.writableEnded || response.writableNeedDrain) return false
  started.countedFrom ??= now
  return now - started.countedFrom < COUNTED_MS
}
