/** Work that a running process does again and again, by itself. */
export type Worker = {
  start: () => void
  /** Ends it, and waits a moment for the turn that is under way. */
  stop: () => Promise<void>
}

/** What a turn may listen to when the process stops. */
export type Stopping = {
  /** Begin nothing new. */
  soon: AbortSignal
  /** Break off what waits for others: the time is up. */
  now: AbortSignal
}

const BREAK_OFF_MS = 5_000
const WAIT_NO_LONGER_MS = 8_000

/**
 * Takes a turn, rests for `restMs`, takes the next one. Turns never overlap, and one that fails is
 * told to `onError`, which must not throw, and hinders no other.
 */
export function createWorker({
  restMs,
  turn,
  onError,
}: {
  restMs: number
  turn: (stopping: Stopping) => Promise<unknown>
  onError: (error: unknown) => void
}): Worker {
  const soon = new AbortController()
  const now = new AbortController()
  const stopping = { soon: soon.signal, now: now.signal }
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  const takeTurn = () => {
    underWay = turn(stopping)
      .catch(onError)
      .finally(() => {
        if (!soon.signal.aborted) timer = setTimeout(takeTurn, restMs)
      })
  }
  return {
    start: takeTurn,
    stop: async () => {
      soon.abort()
      clearTimeout(timer)
      const breakOff = setTimeout(() => now.abort(), BREAK_OFF_MS)
      let giveUp: NodeJS.Timeout | undefined
      const tooLong = new Promise((resolve) => {
        giveUp = setTimeout(resolve, WAIT_NO_LONGER_MS)
      })
      await Promise.race([underWay, tooLong])
      clearTimeout(breakOff)
      clearTimeout(giveUp)
    },
  }
}
