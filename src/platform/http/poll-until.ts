const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 10_000
const MAX_ATTEMPTS = 30

/**
 * Calls `fetchValue` with growing pauses until `isDone` accepts the value, for about four minutes.
 * Failed calls are retried. Returns undefined when it times out or `signal` aborts.
 */
export async function pollUntil<Value>(
  fetchValue: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  signal: AbortSignal,
): Promise<Value | undefined> {
  let waitMs = FIRST_WAIT_MS
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await wait(waitMs, signal)
    if (signal.aborted) return undefined
    const value = await fetchValue().catch(() => undefined)
    if (signal.aborted) return undefined
    if (value !== undefined && isDone(value)) return value
    waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS)
  }
  return undefined
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
