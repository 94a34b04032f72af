import { expect, test } from 'vitest'
import { isConnectionLost } from './database.server.ts'

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
  ],
  ...['08006', '08003', '53300', '57P01', '57P02', '57P03'],
])('an error with code %s is a lost connection', (code) => {
  expect(isConnectionLost(withCode(code))).toBe(true)
})

test.each(['23505', '22021', '22003', '40001', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
  'an error with code %s is none',
  (code) => {
    expect(isConnectionLost(withCode(code))).toBe(false)
  },
)

test('connections that end or are not had in time have no code', () => {
  expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isConnectionLost(new Error('Connection terminated due to connection timeout'))).toBe(true)
  expect(isConnectionLost(new Error('timeout exceeded when trying to connect'))).toBe(true)
  expect(isConnectionLost(new AggregateError([withCode('ECONNREFUSED')]))).toBe(true)
  expect(isConnectionLost(new TypeError('x is not a function'))).toBe(false)
  expect(isConnectionLost('Connection terminated')).toBe(false)
})
