import { expect, test, vi } from 'vitest'
import { createWorker } from './worker.server.ts'

test('runs never overlap, and a failed run does not stop the worker', async () => {
  const errors: unknown[] = []
  let [turns, atOnce, most] = [0, 0, 0]
  const worker = createWorker({
    pauseMs: 1,
    run: async () => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce--
      if (++turns % 2 === 0) throw new Error(`turn ${turns}`)
    },
    onError: (error) => errors.push(error),
  })
  worker.start()
  await expect.poll(() => turns).toBeGreaterThan(4)
  await worker.stop()
  const taken = turns
  expect(most).toBe(1)
  expect(errors).toHaveLength(Math.floor(taken / 2))
  // Time for many more.
  let others = 0
  const other = createWorker({ pauseMs: 1, run: async () => others++, onError: () => {} })
  other.start()
  await expect.poll(() => others).toBeGreaterThan(4)
  await other.stop()
  expect(turns).toBe(taken)
})

test('stopping drains at once, aborts after five seconds and waits at most eight', async () => {
  vi.useFakeTimers()
  try {
    const signals: string[] = []
    const worker = createWorker({
      pauseMs: 1,
      run: ({ drain, abort }) => {
        drain.addEventListener('abort', () => signals.push('drain'))
        abort.addEventListener('abort', () => signals.push('abort'))
        return new Promise(() => {})
      },
      onError: () => {},
    })
    worker.start()
    let stopped = false
    const stopping = worker.stop().then(() => {
      stopped = true
    })
    expect(signals).toEqual(['drain'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(signals).toEqual(['drain', 'abort'])
    expect(stopped).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    await stopping
  } finally {
    vi.useRealTimers()
  }
})
