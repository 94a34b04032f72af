import { expect, test } from 'vitest'
import { createBatchQueue } from './batch-queue.server.ts'

/** A queue of numbers whose batches end when the test says so. */
function openQueue({ atOnce = 1, maxWeight = 100 } = {}) {
  const batches: { items: number[]; end: (error?: Error) => void }[] = []
  const add = createBatchQueue<number, number>({
    atOnce,
    maxWeight,
    weigh: (item) => item,
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(items.map((item) => ({ value: item * 2 })))
        batches.push({ items, end })
      }),
  })
  return { add, batches, started: () => new Promise(setImmediate) }
}

test('items that arrive together or during a batch form the next one', async () => {
  const { add, batches, started } = openQueue()
  const first = [add(1), add(2)]
  await started()
  const second = [add(3), add(4), add(5)]
  await started()
  expect(batches.map(({ items }) => items)).toEqual([[1, 2]])
  batches[0]?.end()
  expect(await Promise.all(first)).toEqual([2, 4])
  await started()
  expect(batches[1]?.items).toEqual([3, 4, 5])
  batches[1]?.end()
  expect(await Promise.all(second)).toEqual([6, 8, 10])
})

test('a batch is bounded by weight, and a heavy item is a batch of its own', async () => {
  const { add, batches, started } = openQueue({ maxWeight: 10 })
  const all = Promise.all([add(6), add(4), add(1), add(50), add(2)])
  for (const batch of [0, 1, 2, 3]) {
    await started()
    batches[batch]?.end()
  }
  expect(await all).toEqual([12, 8, 2, 100, 4])
  expect(batches.map(({ items }) => items)).toEqual([[6, 4], [1], [50], [2]])
})

test('a failed batch fails its items only', async () => {
  const { add, batches, started } = openQueue()
  const failing = add(1)
  await started()
  const next = add(2)
  batches[0]?.end(new Error('no connection'))
  await expect(failing).rejects.toThrow('no connection')
  await started()
  batches[1]?.end()
  expect(await next).toBe(4)
})

test('a batch does not wait for another one while fewer than the limit run', async () => {
  const { add, batches, started } = openQueue({ atOnce: 2 })
  const first = add(1)
  await started()
  const second = add(2)
  await started()
  const third = add(3)
  await started()
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]])
  batches[1]?.end()
  expect(await second).toBe(4)
  await started()
  expect(batches[2]?.items).toEqual([3])
  batches[2]?.end()
  batches[0]?.end()
  expect(await Promise.all([first, third])).toEqual([2, 6])
})
