import type { IncomingMessage, ServerResponse } from 'node:http'

/** `exempt` is never shed, `high` has a quota of its own, `ordinary` is shed first. */
export type Priority = 'exempt' | 'high' | 'ordinary'

export type LoadShedding = {
  /** Returns whether a request may be handled; otherwise it has been answered with 503. */
  admit: (request: IncomingMessage, response: ServerResponse) => boolean
}

const TARGET_MS = 150
const WINDOW_MS = 250
const FIRST = 64
const FEWEST = 16
// A request that takes longer waits for something else, such as a slow reader or the card provider.
const COUNTED_MS = 5_000
// Tolerates some slow responses with other causes, such as large uploads.
const JUDGED_SHARE = 0.8
const GROWTH = 1.25

/**
 * Refuses requests with `refuse` while the shop is overloaded, so that the others stay fast. At most 64
 * ordinary requests are in progress at first; the limit grows by 25 % per window, up to `most`, while
 * it is reached and responses are fast. While a fifth of them takes more than 150 ms, the limit is the
 * number completed in that time (Little's law: in progress = rate × time), until the load falls.
 * Requests of high priority have the limit `most` for themselves.
 *
 * A request does not count while it waits for its client: for the rest of its body, or to read the
 * response. So a stalled client takes no slot and does not look like a slow shop. A connection has one
 * such request at most, so the limit of connections bounds them.
 */
export function createLoadShedding({
  most,
  priorityOf,
  refuse,
  now = () => performance.now(),
}: {
  most: number
  priorityOf: (request: IncomingMessage) => Priority
  refuse: (request: IncomingMessage, response: ServerResponse) => void
  /** The time in milliseconds. */
  now?: () => number
}): LoadShedding {
  const inProgress = { high: new Set<Started>(), ordinary: new Set<Started>() }
  let limit = Math.min(FIRST, most)
  let maxInProgress = 0
  let durations: number[] = []
  let windowStart = now()

  const endWindow = (at: number) => {
    const seconds = (at - windowStart) / 1000
    const affordable = (durations.length / seconds) * (TARGET_MS / 1000)
    // Requests in progress have already taken at least this long.
    for (const started of inProgress.ordinary) {
      if (waitsForClient(started)) started.hasWaited = true
      else durations.push(at - started.at)
    }
    durations.sort((a, b) => a - b)
    const judged = durations[Math.floor(durations.length * JUDGED_SHARE)] ?? 0
    if (maxInProgress <= limit / 2) limit = Math.max(limit, FIRST)
    else limit = judged > TARGET_MS ? Math.min(limit, affordable) : limit * GROWTH
    limit = Math.min(most, Math.max(FEWEST, Math.round(limit)))
    durations = []
    maxInProgress = 0
    windowStart = at
    for (const started of Object.values(inProgress)) forgetOld(started, at)
  }
  return {
    admit: (request, response) => {
      const priority = priorityOf(request)
      if (priority === 'exempt') return true
      const at = now()
      if (at - windowStart > WINDOW_MS) endWindow(at)
      const admitted = inProgress[priority]
      const working = countWorking(admitted)
      if (working >= (priority === 'high' ? most : limit)) {
        refuse(request, response)
        return false
      }
      const started: Started = { at, request, response, hasWaited: false }
      admitted.add(started)
      if (priority === 'ordinary') maxInProgress = Math.max(maxInProgress, working + 1)
      onLateBody(request, () => {
        started.at = now()
      })
      response.once('close', () => {
        admitted.delete(started)
        if (priority !== 'ordinary' || started.hasWaited || hasLeft(started)) return
        durations.push(now() - started.at)
      })
      return true
    },
  }
}

type Started = {
  at: number
  request: IncomingMessage
  response: ServerResponse
  /** It waited for its client, so its duration is not counted. */
  hasWaited: boolean
}

function waitsForClient({ request, response }: Started): boolean {
  return !request.complete || response.writableEnded || response.writableNeedDrain
}

/** Whether a closed request ended in the middle of its body, or of a response that was not slow to begin. */
function hasLeft({ request, response }: Started): boolean {
  return !request.complete || (response.headersSent && !response.writableFinished)
}

function countWorking(inProgress: Set<Started>): number {
  let count = 0
  for (const started of inProgress) if (!waitsForClient(started)) count += 1
  return count
}

/** Calls back when a body that did not arrive with the headers has been read. */
function onLateBody(request: IncomingMessage, read: () => void): void {
  setImmediate(() => {
    if (!request.complete) request.once('end', read)
  })
}

/** Removes requests that no longer count; a Set preserves their order of start. */
function forgetOld(inProgress: Set<Started>, at: number): void {
  for (const started of inProgress) {
    if (at - started.at < COUNTED_MS) return
    inProgress.delete(started)
  }
}
