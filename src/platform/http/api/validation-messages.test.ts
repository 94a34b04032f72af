import { expect, test } from 'vitest'
import { z } from 'zod'
import { setReadableMessages } from './validation-messages.server.ts'

test('sizes are refused in words, unless a schema has words of its own', () => {
  setReadableMessages()
  const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
  expect(messageOf(z.string().max(40), 'x'.repeat(41))).toBe('Type at most 40 characters')
  expect(messageOf(z.string().min(1), '')).toBe('Type at least 1 character')
  expect(messageOf(z.array(z.number()).max(2), [1, 2, 3])).toBe('Send at most 2 of them')
  expect(messageOf(z.number().min(5), 1)).toBe('The number must be at least 5')
  expect(messageOf(z.string().max(3, 'Maximum 3'), 'long')).toBe('Maximum 3')
})
