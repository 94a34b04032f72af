import { expect, test } from 'vitest'
import { createSlowReads } from './slow-reads.server.ts'

/** Reads the numbers 1, 2, … each of which takes `took` milliseconds. */
function openReads(took: number) {
  const clock = { now: 0, reads: 0 }
  const slowReads = createSlowReads<number>(() => clock.now)
  const read = async () => {
    clock.now += took
    return ++clock.reads
  }
  return { clock, read: (key = 'a') => slowReads(key, read) }
}

test('a slow result answers for a hundred times as long, and then until the next has come', async () => {
  const { clock, read } = openReads(200)
  expect([await read(), await read()]).toEqual([1, 1])
  expect(await read('b')).toBe(2)
  clock.now += 20_001
  expect(await read()).toBe(1)
  expect(await read()).toBe(3)
})

test('a quick result is read each time', async () => {
  const { read } = openReads(10)
  expect([await read(), await read()]).toEqual([1, 2])
})

test('requests at the same time share a read, and a failure is not kept', async () => {
  const slowReads = createSlowReads<number>()
  let reads = 0
  const failing = async () => {
    reads++
    throw new Error('down')
  }
  const both = await Promise.allSettled([slowReads('a', failing), slowReads('a', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(reads).toBe(1)
  expect(await slowReads('a', async () => 7)).toBe(7)
})
