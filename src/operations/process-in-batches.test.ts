import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { walkThrough } from './process-in-batches.server.ts'

const log = pino({ level: 'silent' })
// The work below waits in a list, and asks no database.
const db = undefined as unknown as Db

/** Work that waits under the keys 'a', 'b', 'c' …, and who was acted on. */
function listOfWork(count: number, fails: (key: string) => boolean = () => false) {
  const keys = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index))
  const acted: string[] = []
  const walk = walkThrough(db, log, {
    name: 'test',
    waiting: async (_, after, limit) =>
      keys.filter((key) => after === null || key > after).slice(0, limit),
    act: async (key) => {
      acted.push(key)
      if (fails(key)) throw new Error(key)
    },
  })
  return { walk, acted, keys }
}
const always = async () => true
const once = () => {
  let asked = 0
  return async () => asked++ === 0
}

test.each([0, 1, 9, 10, 11, 20, 25])('all of %i are seen once a round, in order', async (count) => {
  const { walk, acted, keys } = listOfWork(count)
  await walk(always)
  expect(acted).toEqual(keys)
  await walk(always)
  expect(acted).toEqual([...keys, ...keys])
})

test('whoever must stop goes on there, so that what waits at the end has its turn too', async () => {
  const { walk, acted, keys } = listOfWork(25)
  for (let turn = 0; turn < 3; turn++) await walk(once())
  expect(acted).toEqual(keys)
  await walk(once())
  expect(acted.slice(25)).toEqual(keys.slice(0, 10))
})

test('what fails blocks nothing behind it, even when a whole page fails', async () => {
  const { walk, acted, keys } = listOfWork(25, (key) => key <= 'k')
  await walk(always)
  expect(acted).toEqual(keys)
})
