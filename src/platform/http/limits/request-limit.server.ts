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
  /** Since when it is worked on; undefined while its body arrives. */
  workedOnSince?: number
}

/**
 * Refuses requests while `most` are worked on, or `perNetwork` of one network are unfinished, so that the
 * others stay fast. `ipAddressOf` returns null for a client whose network is not limited.
 *
 * Nobody works on a request whose body still arrives, or whose client does not read the response. Only the
 * share of its network counts such a body, so that bodies that are completed at once lock no one else out.
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
    const networks = ipAddress === null ? [] : networksOf(ipAddress).map(({ network }) => network)
    const at = now()
    const unfinished = [...inProgress].filter((other) => isUnfinished(other, at))
    const workedOn = unfinished.filter(({ workedOnSince }) => workedOnSince !== undefined)
    const hasShare = networks.every(
      (network) =>
        unfinished.filter((other) => other.networks.includes(network)).length < perNetwork,
    )
    if (workedOn.length >= most || !hasShare) {
      refuse(request, response)
      return false
    }
    const started = { request, response, networks }
    inProgress.add(started)
    response.once('close', () => inProgress.delete(started))
    return true
  }
}

/** Whether a request counts, and notes since when it is worked on. */
function isUnfinished(started: InProgress, now: number): boolean {
  const { request, response } = started
  if (response.writableEnded || response.writableNeedDrain) return false
  // Reading does not wait for a body.
  if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD') return true
  started.workedOnSince ??= now
  return now - started.workedOnSince < COUNTED_MS
}
