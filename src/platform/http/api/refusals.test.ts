import { expect, test } from 'vitest'
import { invalid, notFound, type Refusal, refusals, tooOften } from './refusals.server.ts'

const refuse = refusals<Refusal<'unknown' | 'empty'> | (Refusal<'too-often'> & { seconds: number })>({
  unknown: notFound('There is no such thing.'),
  empty: invalid('It is empty.', 'name'),
  'too-often': tooOften(({ seconds }) => `Wait for ${seconds} seconds.`),
})

test('a refusal gets the status, code and text of its row', () => {
  const { status, body, headers } = refuse({ refused: 'unknown' })
  expect(status).toBe(404)
  expect(body).toEqual({ code: 'unknown', message: 'There is no such thing.' })
  expect(headers).toEqual({})
})

test('a row may define another code and the invalid field', () => {
  const message = 'It is empty.'
  expect(refuse({ refused: 'empty' }).body).toEqual({
    code: 'invalid',
    message,
    fields: { name: message },
  })
})

test('the text and Retry-After may depend on the refusal', () => {
  const { body, headers } = refuse({ refused: 'too-often', seconds: 7 })
  expect(body.message).toBe('Wait for 7 seconds.')
  expect(headers).toEqual({ 'Retry-After': '7' })
})
