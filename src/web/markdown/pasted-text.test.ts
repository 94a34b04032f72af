import { expect, test } from 'vitest'
import { isFromWordProcessor, markdownOfWords } from './pasted-text.ts'

test('text of a word processor becomes paragraphs and lists', () => {
  const copied =
    'Three kinds:\r\n•\tbending\u00a0blow\r\n·  blocking\r\n\r\nThen\u00a0\r\n1)\tone\r\n2.\ttwo'
  expect(markdownOfWords(copied)).toBe(
    'Three kinds:\n\n- bending blow\n- blocking\n\nThen\n\n1. one\n2. two',
  )
  expect(markdownOfWords('one word')).toBe('one word')
})

test('a word processor is known by the HTML that it copies', () => {
  expect(isFromWordProcessor('<html xmlns:o="urn:schemas-microsoft-com:office:office">')).toBe(true)
  expect(isFromWordProcessor('<b id="docs-internal-guid-1">')).toBe(true)
  expect(isFromWordProcessor('<meta charset="utf-8"><p>a page')).toBe(false)
  expect(isFromWordProcessor('')).toBe(false)
})
