import type { IncomingMessage, ServerResponse } from 'node:http'

/** Never refused, refused last, or refused first. */
export type Priority = 'exempt' | 'high' | 'ordinary'

export type LoadShedding = {
  /** Returns whether a request may be handled; otherwise it has been answered with 503. */
  admit: (request: IncomingMessage, response: ServerResponse) => boolean
}

const TARGET_MS = 200
const WINDOW_MS = 250
const FEWEST = 16
// A request that takes longer waits for something else, such as a slow reader or the card provider.
const COUNTED_MS = 5_000
// A share of the responses may be slow for other reasons, such as large uploads.
const JUDGED_SHARE = 0.8
const GROWTH = 1.25

/**
 * Refuses requests with `refuse` while the shop is overloaded, so that the others stay fast. At most
 * `most` ordinary requests are in progress. While a fifth of the responses takes more than 200 ms, the
 * limit is what was completed in that time (Little's law: in progress = rate × time); then it grows
 * again. Requests of high priority have the limit `most` for themselves.
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
  let limit = most
  let durations: number[] = []
  let windowStart = now()

  const endWindow = (at: number) => {
    const seconds = (at - windowStart) / 1000
    durations.sort((one, other) => one - other)
    const judged = durations[Math.floor(durations.length * JUDGED_SHARE)] ?? 0
    const affordable = (durations.length / seconds) * (TARGET_MS / 1000)
    limit = judged > TARGET_MS ? Math.min(limit, affordable) : limit * GROWTH
    limit = Math.min(most, Math.max(FEWEST, Math.round(limit)))
    durations = []
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
      if (admitted.size >= (priority === 'high' ? most : limit)) {
        refuse(request, response)
        return false
      }
      const started = { at }
      admitted.add(started)
      response.once('close', () => {
        admitted.delete(started)
        if (priority === 'ordinary') durations.push(now() - at)
      })
      return true
    },
  }
}

type Started = { at: number }

/** Removes requests that count no longer; a Set keeps the order in which they started. */
function forgetOld(inProgress: Set<Started>, at: number): void {
  for (const started of inProgress) {
    if (at - started.at < COUNTED_MS) return
    inProgress.delete(started)
  }
}
