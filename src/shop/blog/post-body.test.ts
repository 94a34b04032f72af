import { expect, test } from 'vitest'
import { parseBody, plainBody } from './post-body.ts'

test('headings, lists and paragraphs are parsed', () => {
  const body = 'First\nline\n\n## Heading\nText\n- one\n- two\n\n- another list'
  expect(parseBody(body)).toEqual([
    { kind: 'paragraph', line: 0, text: 'First line' },
    { kind: 'heading', line: 3, text: 'Heading' },
    { kind: 'paragraph', line: 4, text: 'Text' },
    {
      kind: 'list',
      line: 5,
      items: [
        { line: 5, text: 'one' },
        { line: 6, text: 'two' },
      ],
    },
    { kind: 'list', line: 8, items: [{ line: 8, text: 'another list' }] },
  ])
})

test('blank lines, carriage returns and marks without a space are parsed', () => {
  expect(parseBody('')).toEqual([])
  expect(parseBody('\n  \r\n')).toEqual([])
  expect(parseBody('a\r\n\r\n##b\r\n-c')).toEqual([
    { kind: 'paragraph', line: 0, text: 'a' },
    { kind: 'paragraph', line: 2, text: '##b -c' },
  ])
})

test('HTML stays text', () => {
  const html = '<script>alert(1)</script>'
  expect(parseBody(html)).toEqual([{ kind: 'paragraph', line: 0, text: html }])
})

test('the plain text has no markup', () => {
  expect(plainBody('## A\n\nb\n- c\n- d')).toBe('A b c d')
})
