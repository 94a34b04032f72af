import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { limitRequests } from './request-limit.server.ts'

/** A server with 10 places, 4 for a network, and a manual clock. The path is the client's address. */
function openServer() {
  let time = 0
  let refused = 0
  const admit = limitRequests({
    most: 10,
    perNetwork: 4,
    ipAddressOf: ({ url }) => url || null,
    refuse: () => {
      refused += 1
    },
    now: () => time,
  })
  /** Returns the end of an admitted request's response. */
  const request = (ipAddress = '', more: object = {}) => {
    const response = new EventEmitter()
    const isAdmitted = admit(
      { url: ipAddress, complete: true, ...more } as IncomingMessage,
      Object.assign(response, more) as unknown as ServerResponse,
    )
    return isAdmitted ? () => void response.emit('close') : undefined
  }
  return {
    request,
    /** Sends `count` requests at once and returns how many were admitted. */
    surge: (count: number, ipAddress = '', more: object = {}) =>
      Array.from({ length: count }, () => request(ipAddress, more)).filter(Boolean).length,
    refused: () => refused,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

test('further requests are refused until one in progress has ended', () => {
  const { surge, request, refused } = openServer()
  const end = request()
  expect(surge(12)).toBe(9)
  expect(refused()).toBe(3)
  end?.()
  expect(surge(2)).toBe(1)
})

test('one network has a share of the places', () => {
  const { surge } = openServer()
  expect(surge(6, '203.0.113.7')).toBe(4)
  expect(surge(6, '203.0.113.8')).toBe(4)
  expect(surge(6)).toBe(2)
})

test('neighbouring networks of one IPv6 line share four times as much', () => {
  const { request } = openServer()
  const admitted = Array.from({ length: 10 }, (_, index) => {
    // Three /64 networks of 2001:db8::/56 would be twelve.
    return request(`2001:db8:0:${index % 3}::1`)
  })
  expect(admitted.filter(Boolean)).toHaveLength(10)
  const alone = openServer()
  expect(alone.surge(6, '2001:db8::1')).toBe(4)
})

test('a request counts when its body has arrived, until it waits for its client', () => {
  const { surge } = openServer()
  const body = { complete: false }
  const unfinished = Array.from({ length: 30 }, () => ({ ...body }))
  for (const each of unfinished) expect(surge(1, '', each)).toBe(1)
  expect(surge(20, '', { writableNeedDrain: true })).toBe(20)
  expect(surge(20, '', { writableEnded: true })).toBe(20)
  expect(surge(12)).toBe(10)
})

test('a request that waits for something else counts for five seconds', () => {
  const { surge, pass } = openServer()
  expect(surge(12)).toBe(10)
  // Counting begins when another request asks.
  expect(surge(1)).toBe(0)
  pass(4_900)
  expect(surge(1)).toBe(0)
  pass(200)
  expect(surge(1)).toBe(1)
})
