import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createLoadShedding, type Priority } from './load-shedding.server.ts'

const MOST = 100

/** A guarded server whose time passes only when told to. */
function openServer() {
  let time = 0
  let refused = 0
  const { admit } = createLoadShedding({
    most: MOST,
    priorityOf: ({ url }) => url as Priority,
    refuse: () => {
      refused += 1
    },
    now: () => time,
  })
  const request = (priority: Priority) => {
    const response = new EventEmitter()
    const isAdmitted = admit(
      { url: priority } as IncomingMessage,
      response as unknown as ServerResponse,
    )
    return isAdmitted ? response : undefined
  }
  return {
    request,
    /** Sends `count` requests at once and returns those that were admitted. */
    surge: (count: number, priority: Priority = 'ordinary') =>
      Array.from({ length: count }, () => request(priority)).filter((sent) => sent !== undefined),
    refused: () => refused,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

const answer = (responses: EventEmitter[]) => {
  for (const response of responses) response.emit('close')
}

test('further requests are refused until one in progress has ended', () => {
  const { surge, request, refused } = openServer()
  const admitted = surge(MOST + 5)
  expect(admitted).toHaveLength(MOST)
  expect(refused()).toBe(5)
  answer(admitted.slice(0, 1))
  expect(request('ordinary')).toBeDefined()
  expect(request('ordinary')).toBeUndefined()
})

test('slow responses lower the limit to what the shop completes in the target time, fast ones raise it again', () => {
  const { surge, pass } = openServer()
  const slow = surge(MOST)
  pass(1_000)
  // 100 requests in a second are 20 in 200 ms.
  answer(slow)
  const next = surge(MOST)
  expect(next).toHaveLength(20)
  for (let window = 0; window < 10; window++) {
    answer(next.splice(0))
    pass(300)
    next.push(...surge(1))
    answer(next.splice(0))
  }
  expect(surge(MOST + 1)).toHaveLength(MOST)
})

test('a few slow responses, such as uploads, do not lower it', () => {
  const { surge, pass } = openServer()
  const uploads = surge(2)
  pass(4_000)
  answer(surge(10))
  answer(uploads)
  pass(300)
  expect(surge(MOST)).toHaveLength(MOST)
})

test('a request that waits for something else counts for five seconds', () => {
  const { surge, pass } = openServer()
  expect(surge(MOST)).toHaveLength(MOST)
  pass(4_900)
  expect(surge(1)).toHaveLength(0)
  pass(400)
  expect(surge(MOST)).toHaveLength(MOST)
})

test('health checks are never refused, and purchases under way have places of their own', () => {
  const { surge } = openServer()
  surge(MOST)
  expect(surge(1)).toHaveLength(0)
  expect(surge(1_000, 'exempt')).toHaveLength(1_000)
  expect(surge(MOST + 1, 'high')).toHaveLength(MOST)
})
