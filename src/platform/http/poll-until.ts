const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000
const MOST_ASKED = 30

/**
 * Asks again and again, ever more slowly, until the answer is `done`: about four minutes in all.
 * Undefined when it never was, or when `signal` ended it. A question that fails is asked again.
 */
export async function pollUntil<Answer>(
  ask: () => Promise<Answer>,
  done: (answer: Answer) => boolean,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  let waitMs = FIRST_WAIT_MS
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    await wait(waitMs, signal)
    if (signal.aborted) return undefined
    const answer = await ask().catch(() => undefined)
    if (signal.aborted) return undefined
    if (answer !== undefined && done(answer)) return answer
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS)
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
