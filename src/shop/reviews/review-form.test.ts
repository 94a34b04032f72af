import { expect, test } from 'vitest'
import { reviewForm } from './review-form.ts'

const valid = { name: 'Jane Buyer', email: 'jane@example.com', ratings: 4 }

/** Returns the form's message for a review's text, or the accepted text. */
function textOf(review: string): string {
  const form = reviewForm.safeParse({ ...valid, review })
  return form.success ? form.data.review : (form.error.issues[0]?.message ?? '')
}

test('a text of 20 to 150 characters passes', () => {
  expect(textOf('a'.repeat(20))).toBe('a'.repeat(20))
  expect(textOf('a'.repeat(150))).toBe('a'.repeat(150))
})

test('shorter and longer texts get the specified messages', () => {
  expect(textOf('')).toBe('Review is required')
  expect(textOf('a'.repeat(19))).toBe('Minimun length 20 Character')
  expect(textOf('a'.repeat(151))).toBe('Maximun Length is 150 Character')
})

test('surrounding spaces and control characters do not count', () => {
  expect(textOf(`  ${'a'.repeat(19)}  `)).toBe('Minimun length 20 Character')
  expect(textOf('\u0000'.repeat(20))).toBe('Review is required')
  expect(textOf('two lines become\none\u0000 line')).toBe('two lines become one line')
})

test('characters outside the BMP count as one, as in the database', () => {
  expect(textOf('🔨'.repeat(10))).toBe('Minimun length 20 Character')
  expect(textOf('🔨'.repeat(150))).toBe('🔨'.repeat(150))
})

test.each([
  [0, 'Minium 1'],
  [6, 'Maximum 5'],
  [4.5, 'Ratings must be a whole number'],
  ['5', 'Ratings is required'],
  [undefined, 'Ratings is required'],
])('ratings of %s are refused: %s', (ratings, message) => {
  const form = reviewForm.safeParse({ ...valid, ratings, review: 'a'.repeat(20) })
  expect(form.error?.issues.map((issue) => issue.message)).toEqual([message])
})
