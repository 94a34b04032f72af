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

test('stopping drains at once, aborts after a second, and leaves a run that does not end', async () => {
  vi.useFakeTimers()
  try {
    const signals: string[] = []
    const errors: unknown[] = []
    const { promise: current, reject: fail } = Promise.withResolvers<void>()
    const worker = createWorker({
      pauseMs: 1,
      run: ({ drain, abort }) => {
        drain.addEventListener('abort', () => signals.push('drain'))
        abort.addEventListener('abort', () => signals.push('abort'))
        return current
      },
      onError: (error) => errors.push(error),
    })
    worker.start()
    let stopped = 0
    const stopping = [worker.stop(), worker.stop()].map((stop) => stop.then(() => stopped++))
    expect(signals).toEqual(['drain'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(signals).toEqual(['drain', 'abort'])
    expect(stopped).toBe(0)
    await vi.advanceTimersByTimeAsync(500)
    await Promise.all(stopping)
    fail(new Error('The database is closed'))
    await expect(current).rejects.toThrow()
    expect(errors).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('stopping waits for a run that ends in time', async () => {
  const { promise: current, resolve: finish } = Promise.withResolvers<void>()
  let isFinished = false
  const worker = createWorker({
    pauseMs: 1,
    run: async () => {
      await current
      isFinished = true
    },
    onError: () => {},
  })
  worker.start()
  const stopping = worker.stop()
  finish()
  await stopping
  expect(isFinished).toBe(true)
})
