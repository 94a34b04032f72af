import { expect, test } from 'vitest'
import { truncate, truncateToWords } from './truncate.ts'

test('a text within the limit is unchanged', () => {
  expect(truncate('', 3)).toBe('')
  expect(truncate('abc', 3)).toBe('abc')
})

test('a longer text ends at the limit with an ellipsis', () => {
  expect(truncate('abcd', 3)).toBe('abc…')
  expect(truncate('a'.repeat(61), 60)).toBe(`${'a'.repeat(60)}…`)
})

test('there is no space before the ellipsis', () => {
  expect(truncate('ab cd', 3)).toBe('ab…')
})

test('a surrogate pair counts as one character and is never split', () => {
  expect(truncate('🔨🔧🪛', 3)).toBe('🔨🔧🪛')
  expect(truncate('🔨🔧🪛', 2)).toBe('🔨🔧…')
})

test('a word that the limit splits is removed', () => {
  expect(truncateToWords('ab cd ef', 8)).toBe('ab cd ef')
  expect(truncateToWords('ab cd ef', 7)).toBe('ab cd…')
  expect(truncateToWords('abcdef', 3)).toBe('abc…')
  expect(truncateToWords('ab cd…', 6)).toBe('ab cd…')
})
