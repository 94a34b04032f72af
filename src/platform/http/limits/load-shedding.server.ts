import type { IncomingMessage, ServerResponse } from 'node:http'

/** Never refused, refused last, or refused first. */
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
// A share of the responses may be slow for other reasons, such as large uploads.
const JUDGED_SHARE = 0.8
const GROWTH = 1.25

/**
 * Refuses requests with `refuse` while the shop is overloaded, so that the others stay fast. At most 64
 * ordinary requests are in progress at first; the limit grows up to `most` while that many are and
 * responses are fast. While a fifth of them takes more than 150 ms, the limit is what is completed in
 * that time (Little's law: in progress = rate × time), until fewer come. Requests of high priority have
 * the limit `most` for themselves.
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
  let mostInProgress = 0
  let durations: number[] = []
  let windowStart = now()

  const endWindow = (at: number) => {
    const seconds = (at - windowStart) / 1000
    const affordable = (durations.length / seconds) * (TARGET_MS / 1000)
    // Those in progress have taken at least as long.
    for (const started of inProgress.ordinary) durations.push(at - started.at)
    durations.sort((one, other) => one - other)
    const judged = durations[Math.floor(durations.length * JUDGED_SHARE)] ?? 0
    if (mostInProgress <= limit / 2) limit = Math.max(limit, FIRST)
    else limit = judged > TARGET_MS ? Math.min(limit, affordable) : limit * GROWTH
    limit = Math.min(most, Math.max(FEWEST, Math.round(limit)))
    durations = []
    mostInProgress = 0
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
      mostInProgress = Math.max(mostInProgress, inProgress.ordinary.size)
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
