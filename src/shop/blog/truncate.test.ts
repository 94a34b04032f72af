import { expect, test } from 'vitest'
import { cutText, cutToWords } from './truncate.ts'

test('a text within the limit is unchanged', () => {
  expect(cutText('', 3)).toBe('')
  expect(cutText('abc', 3)).toBe('abc')
})

test('a longer text ends at the limit with an ellipsis', () => {
  expect(cutText('abcd', 3)).toBe('abc…')
  expect(cutText('a'.repeat(61), 60)).toBe(`${'a'.repeat(60)}…`)
})

test('there is no space before the ellipsis', () => {
  expect(cutText('ab cd', 3)).toBe('ab…')
})

test('a surrogate pair counts as one character and is never split', () => {
  expect(cutText('🔨🔧🪛', 3)).toBe('🔨🔧🪛')
  expect(cutText('🔨🔧🪛', 2)).toBe('🔨🔧…')
})

test('a word that the limit splits is removed', () => {
  expect(cutToWords('ab cd ef', 8)).toBe('ab cd ef')
  expect(cutToWords('ab cd ef', 7)).toBe('ab cd…')
  expect(cutToWords('abcdef', 3)).toBe('abc…')
  expect(cutToWords('ab cd…', 6)).toBe('ab cd…')
})
