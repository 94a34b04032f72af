import { expect, test } from 'vitest'
import { isConnectionLost } from './connection-errors.server.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EAI_AGAIN',
    'ENOTFOUND',
  ],
  ...['08006', '08003', '53300', '57P01', '57P02', '57P03', '25P03'],
])('an error with code %s is a lost connection', (code) => {
  expect(isConnectionLost(withCode(code))).toBe(true)
})

test.each(['23505', '22021', '25P02', '40001', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
  'an error with code %s is not a lost connection',
  (code) => {
    expect(isConnectionLost(withCode(code))).toBe(false)
  },
)

test.each([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('without a code: %s', (text) => {
  expect(isConnectionLost(new Error(text))).toBe(true)
})

test('an unreachable server is a lost connection, a missing file is not', () => {
  const noSocket = Object.assign(withCode('ENOENT'), { syscall: 'connect' })
  expect(isConnectionLost(noSocket)).toBe(true)
  expect(isConnectionLost(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true)
  expect(isConnectionLost(Object.assign(withCode('ENOENT'), { syscall: 'open' }))).toBe(false)
  expect(isConnectionLost(new TypeError('x is not a function'))).toBe(false)
  expect(isConnectionLost('Connection terminated')).toBe(false)
})
