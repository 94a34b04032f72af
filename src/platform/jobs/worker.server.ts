/** A recurring background task. */
export type Worker = {
  start: () => void
  /** Stops the worker and waits up to eight seconds for the current run. */
  stop: () => Promise<void>
}

/** Signals for a run when the worker stops. */
export type StopSignals = {
  /** Aborts first: start no new work. */
  drain: AbortSignal
  /** Aborts five seconds later: cancel calls to other services. */
  abort: AbortSignal
}

const ABORT_AFTER_MS = 5_000
const MAX_STOP_MS = 8_000

/**
 * Creates a worker that calls `run` with pauses of `pauseMs` in between. Runs never overlap. A failed
 * run is passed to `onError`, which must not throw, and does not stop the worker.
 */
export function createWorker({
  pauseMs,
  run,
  onError,
}: {
  pauseMs: number
  run: (signals: StopSignals) => Promise<unknown>
  onError: (error: unknown) => void
}): Worker {
  const drain = new AbortController()
  const abort = new AbortController()
  const signals = { drain: drain.signal, abort: abort.signal }
  let timer: NodeJS.Timeout | undefined
  let current: Promise<unknown> = Promise.resolve()
  const runAndSchedule = () => {
    current = run(signals)
      .catch(onError)
      .finally(() => {
        if (!drain.signal.aborted) timer = setTimeout(runAndSchedule, pauseMs)
      })
  }
  return {
    start: runAndSchedule,
    stop: async () => {
      drain.abort()
      clearTimeout(timer)
      const abortTimer = setTimeout(() => abort.abort(), ABORT_AFTER_MS)
      let stopTimer: NodeJS.Timeout | undefined
      const timeout = new Promise((resolve) => {
        stopTimer = setTimeout(resolve, MAX_STOP_MS)
      })
      await Promise.race([current, timeout])
      clearTimeout(abortTimer)
      clearTimeout(stopTimer)
    },
  }
}
