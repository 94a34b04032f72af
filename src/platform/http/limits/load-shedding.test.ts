import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createLoadShedding, type Priority } from './load-shedding.server.ts'

const FIRST = 64
const MOST = 100

/** A guarded server with a manual clock. */
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
      { url: priority, complete: true } as IncomingMessage,
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
    answerAll: (responses: EventEmitter[], milliseconds: number) => {
      time += milliseconds
      answer(responses)
    },
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
  const admitted = surge(FIRST + 5)
  expect(admitted).toHaveLength(FIRST)
  expect(refused()).toBe(5)
  answer(admitted.slice(0, 1))
  expect(request('ordinary')).toBeDefined()
  expect(request('ordinary')).toBeUndefined()
})

test('fast responses raise the limit up to its maximum, as long as it is used', () => {
  const { surge, answerAll, pass } = openServer()
  const windows = (requests: number) => {
    for (let window = 0; window < 10; window++) {
      answerAll(surge(requests), 20)
      pass(300)
    }
  }
  windows(5)
  expect(surge(MOST)).toHaveLength(FIRST)
  pass(6_000)
  windows(MOST)
  expect(surge(MOST + 1)).toHaveLength(MOST)
})

test('slow responses lower the limit to the number completed in the target time', () => {
  const { surge, pass } = openServer()
  const slow = surge(FIRST)
  pass(320)
  // 64 requests in 320 ms are 30 in 150 ms.
  answer(slow)
  expect(surge(MOST)).toHaveLength(30)
})

test('requests that are not answered yet lower it too', () => {
  const { surge, pass } = openServer()
  const stuck = surge(FIRST)
  pass(300)
  surge(1)
  answer(stuck.slice(0, 50))
  // 14 are left, and the fewest that are allowed are 16.
  expect(surge(MOST)).toHaveLength(2)
})

test('a few slow responses, such as uploads, do not lower it', () => {
  const { surge, pass } = openServer()
  const uploads = surge(2)
  pass(4_000)
  answer(surge(10))
  answer(uploads)
  pass(300)
  expect(surge(MOST)).toHaveLength(FIRST)
})

test('a request that waits for something else counts for five seconds', () => {
  const { surge, pass } = openServer()
  expect(surge(MOST)).toHaveLength(FIRST)
  pass(4_900)
  expect(surge(1)).toHaveLength(0)
  pass(400)
  expect(surge(1)).toHaveLength(1)
})

test('health checks are never refused, and purchases under way have a quota of their own', () => {
  const { surge } = openServer()
  surge(MOST)
  expect(surge(1)).toHaveLength(0)
  expect(surge(1_000, 'exempt')).toHaveLength(1_000)
  expect(surge(MOST + 1, 'high')).toHaveLength(MOST)
})
