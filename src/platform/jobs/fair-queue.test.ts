import { expect, test } from 'vitest'
import { createFairQueue, type QueueOwner } from './fair-queue.server.ts'

const jane: QueueOwner = { network: '203.0.113.7', account: 'jane' }
const joe: QueueOwner = { network: '203.0.113.8', account: 'joe' }

/** Tasks that record their name when they start, and end on request. */
function openWorkshop(limits: Parameters<typeof createFairQueue>[0]) {
  const enqueue = createFairQueue(limits)
  const started: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: QueueOwner, name = owner.account, kind?: string) =>
    enqueue(
      owner,
      async () => {
        started.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
      },
      kind,
    )
  const endOne = async (count: number) => {
    ends.shift()?.()
    await expect.poll(() => started.length).toBe(count)
  }
  return { enqueue, started, ends, ask, endOne }
}

const refusal = {
  status: 503,
  headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
}

test('tasks run up to the limit, then queue up to the limit, then are rejected', async () => {
  const { ask, started, endOne, ends } = openWorkshop({ atOnce: 2, waiting: 3 })
  const five = Array.from({ length: 5 }, () => ask(jane))
  expect(started).toHaveLength(2)
  await expect(ask(jane)).rejects.toMatchObject(refusal)
  for (const count of [3, 4, 5]) await endOne(count)
  for (const end of ends) end()
  await Promise.all(five)
  expect(started).toHaveLength(5)
})

test('a single task waits for one task of a busy network, not for all', async () => {
  const { ask, started, endOne } = openWorkshop({ atOnce: 1, waiting: 64 })
  for (let index = 0; index < 40; index++) void ask({ ...jane, account: `jane ${index}` })
  void ask(joe)
  await endOne(2)
  await endOne(3)
  expect(started).toContain('joe')
})

test('accounts of one network are served round-robin', async () => {
  const { ask, started, endOne } = openWorkshop({ atOnce: 1, waiting: 64 })
  for (let index = 0; index < 40; index++) void ask(jane)
  void ask({ ...jane, account: 'june' })
  await endOne(2)
  await endOne(3)
  expect(started).toContain('june')
})

test('a busy network loses its newest task to another network, never the other way round', async () => {
  const { ask, started, endOne } = openWorkshop({ atOnce: 1, waiting: 3 })
  void ask(jane, 'first')
  void ask(jane, 'second')
  void ask(jane, 'third')
  const last = expect(ask(jane, 'last')).rejects.toMatchObject(refusal)
  void ask(joe)
  await last
  await expect(ask(jane)).rejects.toMatchObject(refusal)
  for (const count of [2, 3, 4]) await endOne(count)
  expect([...started].sort()).toEqual(['first', 'joe', 'second', 'third'])
})

test('an account loses its newest task to another account of its network', async () => {
  const { ask, started, endOne } = openWorkshop({ atOnce: 1, waiting: 3 })
  void ask(jane, 'first')
  void ask(jane, 'second')
  void ask(jane, 'third')
  const last = expect(ask(jane, 'last')).rejects.toMatchObject(refusal)
  void ask({ ...jane, account: 'june' })
  await last
  for (const count of [2, 3, 4]) await endOne(count)
  expect([...started].sort()).toEqual(['first', 'june', 'second', 'third'])
})

test('a network or a kind of task at its own limit leaves the other slots to others', async () => {
  const { ask, started, endOne } = openWorkshop({
    atOnce: 4,
    perNetwork: 2,
    perKind: 1,
    waiting: 9,
  })
  void ask(jane, 'jane’s image', 'image')
  void ask(joe, 'joe’s image', 'image')
  void ask(jane, 'jane’s document', 'document')
  void ask(jane, 'jane’s workbook', 'workbook')
  void ask(joe, 'joe’s workbook', 'workbook')
  expect(started).toEqual(['jane’s image', 'jane’s document', 'joe’s workbook'])
  // Frees a slot of the network and of the kind.
  await endOne(4)
  expect(started).toContain('joe’s image')
})

test('a task that waits too long is refused', async () => {
  const { ask, started, endOne } = openWorkshop({ atOnce: 1, waiting: 3, waitMs: 20 })
  void ask(jane)
  await expect(ask(joe)).rejects.toMatchObject(refusal)
  void ask({ ...joe, account: 'june' })
  await endOne(2)
  expect(started).toEqual(['jane', 'june'])
})

test('a failed task frees its slot', async () => {
  const { enqueue } = openWorkshop({ atOnce: 1, waiting: 0 })
  for (let round = 0; round < 3; round++) {
    await expect(enqueue(jane, () => Promise.reject(new Error('burnt')))).rejects.toThrow('burnt')
  }
  expect(await enqueue(jane, async () => 'fine')).toBe('fine')
})
