import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.server.ts'

test('tasks run up to the limit, then queue up to the limit, then are rejected', async () => {
  const limited = createConcurrencyLimit({ atOnce: 2, waiting: 3 })
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => release.push(resolve))
    running--
    return 'done'
  }
  const five = Array.from({ length: 5 }, () => limited(work))
  await expect(limited(work)).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  })
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => release.length).toBeGreaterThan(done)
    release[done]?.()
  }
  expect(await Promise.all(five)).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(most).toBe(2)
})

test('a failed task frees its slot', async () => {
  const limited = createConcurrencyLimit({ atOnce: 1, waiting: 0 })
  for (let round = 0; round < 3; round++) {
    await expect(limited(() => Promise.reject(new Error('burnt')))).rejects.toThrow('burnt')
  }
  expect(await limited(async () => 'fine')).toBe('fine')
})
