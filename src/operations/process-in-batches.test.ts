import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { processInBatches } from './process-in-batches.server.ts'

const log = pino({ level: 'silent' })
// The tasks below read from an array and never use the database.
const db = undefined as unknown as Db

/** A task whose waiting keys are 'a', 'b', 'c' …; `acted` records the processed keys. */
function listOfWork(count: number, fails: (key: string) => boolean = () => false) {
  const keys = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index))
  const acted: string[] = []
  const run = processInBatches(db, log, {
    name: 'test',
    waiting: async (_, after, limit) => keys.filter((key) => after === null || key > after).slice(0, limit),
    act: async (key) => {
      acted.push(key)
      if (fails(key)) throw new Error(key)
    },
  })
  return { run, acted, keys }
}
const always = async () => true
const once = () => {
  let calls = 0
  return async () => calls++ === 0
}

test.each([0, 1, 9, 10, 11, 20, 25])('processes %i keys once per round, in order', async (count) => {
  const { run, acted, keys } = listOfWork(count)
  await run(always)
  expect(acted).toEqual(keys)
  await run(always)
  expect(acted).toEqual([...keys, ...keys])
})

test('continues after the last processed key, so that late keys are reached too', async () => {
  const { run, acted, keys } = listOfWork(25)
  for (let turn = 0; turn < 3; turn++) await run(once())
  expect(acted).toEqual(keys)
  await run(once())
  expect(acted.slice(25)).toEqual(keys.slice(0, 10))
})

test('a failed key does not block later keys, even when a whole page fails', async () => {
  const { run, acted, keys } = listOfWork(25, (key) => key <= 'k')
  await run(always)
  expect(acted).toEqual(keys)
})
