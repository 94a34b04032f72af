import { expect, test, vi } from 'vitest'
import { createWorker } from './worker.server.ts'

test('turns follow each other, never two at once, and one that fails hinders none', async () => {
  const errors: unknown[] = []
  let [turns, atOnce, most] = [0, 0, 0]
  const worker = createWorker({
    restMs: 1,
    turn: async () => {
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
  const other = createWorker({ restMs: 1, turn: async () => others++, onError: () => {} })
  other.start()
  await expect.poll(() => others).toBeGreaterThan(4)
  await other.stop()
  expect(turns).toBe(taken)
})

test('stopping says so at once, breaks off after five seconds, and waits no longer than eight', async () => {
  vi.useFakeTimers()
  try {
    const said: string[] = []
    const worker = createWorker({
      restMs: 1,
      turn: ({ soon, now }) => {
        soon.addEventListener('abort', () => said.push('soon'))
        now.addEventListener('abort', () => said.push('now'))
        return new Promise(() => {})
      },
      onError: () => {},
    })
    worker.start()
    let stopped = false
    const stopping = worker.stop().then(() => {
      stopped = true
    })
    expect(said).toEqual(['soon'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(said).toEqual(['soon', 'now'])
    expect(stopped).toBe(false)
    await vi.advanceTimersByTimeAsync(3_000)
    await stopping
  } finally {
    vi.useRealTimers()
  }
})
