import { expect, test } from 'vitest'
import { HttpRefusal } from './http-errors.ts'

test('a body that is too large announces the end of its connection', () => {
  const headersOf = (status: 409 | 413) => new HttpRefusal(status, 'code', 'Text').headers
  expect(headersOf(413)).toEqual({ Connection: 'close' })
  expect(headersOf(409)).toEqual({})
})
