import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { limitRequests } from './request-limit.server.ts'

/**
 * A server with 10 places, 4 for a network, and a manual clock. The path is the client's address. None
 * waits, unless a place in the line is asked for.
 */
function openServer({ waiting = 0, waitMs = 1_000 } = {}) {
  let time = 0
  let refused = 0
  const started: string[] = []
  const admit = limitRequests({
    most: 10,
    perNetwork: 4,
    waiting,
    waitMs,
    ipAddressOf: ({ url }) => url || null,
    refuse: () => {
      refused += 1
    },
    now: () => time,
  })
  /** Returns an admitted request with its response. */
  const request = (ipAddress = '', more: object = {}) => {
    const sent = { url: ipAddress, method: 'POST', complete: true, ...more }
    const response = Object.assign(new EventEmitter(), more)
    let isAdmitted = false
    admit(sent as IncomingMessage, response as unknown as ServerResponse, () => {
      isAdmitted = true
      started.push(ipAddress)
    })
    return isAdmitted ? { sent, response } : undefined
  }
  return {
    request,
    /** Sends `count` requests at once and returns those that were admitted. */
    surge: (count: number, ipAddress = '', more: object = {}) =>
      Array.from({ length: count }, () => request(ipAddress, more)).filter((sent) => sent !== undefined),
    refused: () => refused,
    started,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

test('further requests are refused until one in progress has ended', async () => {
  const { surge, request, refused } = openServer()
  const first = request()
  expect(surge(12)).toHaveLength(9)
  await expect.poll(refused).toBe(3)
  first?.response.emit('close')
  expect(surge(2)).toHaveLength(1)
})

test('one network has a share of the places', () => {
  const { surge } = openServer()
  expect(surge(6, '203.0.113.7')).toHaveLength(4)
  expect(surge(6, '203.0.113.8')).toHaveLength(4)
  expect(surge(6)).toHaveLength(2)
})

test('neighbouring networks of one IPv6 line share the places of one', () => {
  const { request } = openServer()
  const admitted = Array.from({ length: 10 }, (_, index) => request(`2001:db8:0:${index % 3}::1`))
  expect(admitted.filter(Boolean)).toHaveLength(4)
})

test('nobody works on a request while its body arrives or its client reads the response', () => {
  const { surge } = openServer()
  expect(surge(30, '', { complete: false })).toHaveLength(30)
  expect(surge(20, '', { writableNeedDrain: true })).toHaveLength(20)
  expect(surge(20, '', { writableEnded: true })).toHaveLength(20)
  expect(surge(12)).toHaveLength(10)
})

test('bodies that are held back and completed at once leave places for the others', () => {
  const { surge } = openServer()
  const held = surge(30, '203.0.113.7', { complete: false })
  expect(held).toHaveLength(4)
  for (const { sent } of held) sent.complete = true
  expect(surge(3, '203.0.113.8')).toHaveLength(3)
})

test('a page that is read with a body that never ends counts like any other', () => {
  const { surge } = openServer()
  expect(surge(30, '', { method: 'GET', complete: false })).toHaveLength(10)
})

test('a request that waits for something else counts for five seconds', () => {
  const { surge, pass } = openServer()
  expect(surge(12)).toHaveLength(10)
  pass(4_900)
  expect(surge(1)).toHaveLength(0)
  pass(200)
  expect(surge(1)).toHaveLength(1)
})

test('further requests wait in line, first that of a network that was not served yet', () => {
  const { surge, request, started } = openServer({ waiting: 50 })
  const crowd = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].flatMap((each) => surge(4, each))
  expect(crowd).toHaveLength(10)
  surge(3, '203.0.113.1')
  request('203.0.113.9')
  const waited = () => started.slice(10)
  expect(waited()).toEqual([])
  crowd[9]?.response.emit('close')
  expect(waited()).toEqual(['203.0.113.9'])
  crowd[0]?.response.emit('close')
  expect(waited()).toEqual(['203.0.113.9', '203.0.113.1'])
})

test('a request that waited for too long is refused, one whose client has left is not handled', async () => {
  const { surge, refused, request, started } = openServer({ waiting: 50, waitMs: 5 })
  const [first] = surge(10)
  request('203.0.113.9')
  await expect.poll(refused).toBe(1)
  const leaving = new EventEmitter()
  request('203.0.113.9', { on: leaving.on, once: leaving.once, emit: leaving.emit })
  await expect.poll(refused).toBe(2)
  first?.response.emit('close')
  expect(started).toHaveLength(10)
})
