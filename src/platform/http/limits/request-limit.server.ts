import type { IncomingMessage, ServerResponse } from 'node:http'
import { largestNetworkOf } from '#platform/http/ip-address.server.ts'
import { createWaitingLine } from '#platform/jobs/fair-queue.server.ts'

// A request that takes longer waits for something else, such as a queue or the card provider.
const COUNTED_MS = 5_000
// Nothing tells when a client stops reading, or when a request has been counted for long enough.
const CHECK_MS = 50

/** Calls `start` when a request may be handled, at once or after a wait; otherwise answers it by `refuse`. */
export type Admit = (request: IncomingMessage, response: ServerResponse, start: () => void) => void

type InProgress = {
  request: IncomingMessage
  response: ServerResponse
  network: string
  /** Since when it is worked on; undefined while its body arrives. */
  workedOnSince?: number
}

type RequestLimits = {
  /** How many are worked on, and how many of one network are unfinished. */
  most: number
  perNetwork: number
  /** How many wait beyond that, and how long. */
  waiting: number
  waitMs: number
  /** Null for a client whose network is not limited. */
  ipAddressOf: (request: IncomingMessage) => string | null
  refuse: (request: IncomingMessage, response: ServerResponse) => void
  /** The time in milliseconds. */
  now?: () => number
}

/**
 * Lets requests wait in line, fair by network, while `most` are worked on, or `perNetwork` of one network
 * are unfinished, so that the others stay fast. Refuses those that wait too long, or find the line full.
 *
 * Nobody works on a request whose body still arrives, or whose client does not read the response. Only the
 * share of its network counts such a body, so that bodies that are completed at once lock no one else out.
 */
export function limitRequests({
  most,
  perNetwork,
  waiting,
  waitMs,
  ipAddressOf,
  refuse,
  now = () => performance.now(),
}: RequestLimits): Admit {
  const inProgress = new Set<InProgress>()
  const line = createWaitingLine({ waiting, waitMs })
  let checking: NodeJS.Timeout | undefined

  function mayStart({ network }: { network: string }): boolean {
    const at = now()
    let workedOn = 0
    let ofNetwork = 0
    for (const other of inProgress) {
      if (!isUnfinished(other, at)) continue
      if (other.workedOnSince !== undefined) workedOn += 1
      if (other.network === network) ofNetwork += 1
    }
    return workedOn < most && (network === '' || ofNetwork < perNetwork)
  }

  function startNext(): void {
    line.startNext(mayStart)
    if (line.isEmpty()) {
      clearInterval(checking)
      checking = undefined
    } else checking ??= setInterval(startNext, CHECK_MS).unref()
  }

  return (request, response, start) => {
    const ipAddress = ipAddressOf(request)
    const network = ipAddress === null ? '' : largestNetworkOf(ipAddress)
    const owner = { network, account: '', kind: '' }
    const begin = () => {
      const started = { request, response, network }
      inProgress.add(started)
      response.once('close', () => {
        inProgress.delete(started)
        startNext()
      })
      start()
    }
    if (mayStart(owner)) {
      line.serve(owner)
      return begin()
    }
    const left = new AbortController()
    response.once('close', () => left.abort())
    line.join(owner, begin, left.signal).catch(() => {
      if (!left.signal.aborted) refuse(request, response)
    })
    startNext()
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
