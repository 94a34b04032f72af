import { expect, test } from 'vitest'
import { typeText } from './api-type-text.ts'

test('a schema is shown as a type, with bounds and descriptions', () => {
  expect(typeText({ $ref: '#/components/schemas/Order' })).toBe('Order')
  expect(typeText({ type: 'string', minLength: 1, maxLength: 40 })).toBe('string (1..40)')
  expect(typeText({ type: ['string', 'null'], format: 'uuid' })).toBe('string | null (uuid)')
  expect(typeText({ enum: ['a', 'b'] })).toBe('"a" | "b"')
  expect(typeText({ anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] })).toBe(
    'integer (0..) | null',
  )
  const line = {
    type: 'object',
    properties: {
      quantity: { type: 'integer', description: 'Pieces' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['quantity'],
  }
  expect(typeText({ type: 'array', items: line })).toBe(
    'Array<{\n  quantity: integer  // Pieces\n  tags?: Array<string>\n}>',
  )
})
