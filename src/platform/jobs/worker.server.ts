export type Worker = {
  start: () => void
  /** Starts no further run, and ends the current one within two seconds. May be called again. */
  stop: () => Promise<void>
}

export type StopSignals = {
  /** Aborts first: start no new work. */
  drain: AbortSignal
  /** Aborts a second later: cancel calls to other services. */
  abort: AbortSignal
}

const ABORT_AFTER_MS = 1_000
const LEAVE_AFTER_MS = 1_500

/**
 * Creates a worker that calls `run` with pauses of `pauseMs` in between. Runs never overlap. A failed
 * run is passed to `onError`, which must not throw, and does not stop the worker. A run that does not
 * end when the worker stops is left alone: as after a kill, the next process continues its work.
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
  const leave = new AbortController()
  const signals = { drain: drain.signal, abort: abort.signal }
  let timer: NodeJS.Timeout | undefined
  let current: Promise<unknown> = Promise.resolve()
  const runAndSchedule = () => {
    const running = run(signals).catch((error: unknown) => {
      // The database is closed by then.
      if (!leave.signal.aborted) onError(error)
    })
    current = running.finally(() => {
      if (!drain.signal.aborted) timer = setTimeout(runAndSchedule, pauseMs)
    })
  }
  const stop = async () => {
    drain.abort()
    clearTimeout(timer)
    const timers = [
      setTimeout(() => abort.abort(), ABORT_AFTER_MS),
      setTimeout(() => leave.abort(), LEAVE_AFTER_MS),
    ]
    await untilAborted(current, leave.signal)
    for (const timer of timers) clearTimeout(timer)
  }
  let stopped: Promise<void> | undefined
  return {
    start: runAndSchedule,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Waits for `work`, or until `signal` aborts; returns whether the work is done. `work` must not reject. */
export async function untilAborted(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const stop = () => resolve(false)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work.then(() => true), promise])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
