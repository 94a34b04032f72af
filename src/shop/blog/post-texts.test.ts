import { expect, test } from 'vitest'
import { formatDay } from './blog-post.ts'
import { renderPost } from './post-texts.server.ts'

test('a teaser is the first 64 characters of the text, a summary whole words of 155', () => {
  const { teaser, summary } = renderPost('words '.repeat(40))
  expect(teaser).toBe(`${'words '.repeat(10)}word…`)
  expect(summary).toBe(`${'words '.repeat(25).trim()}…`)
})

test('a teaser keeps short texts and strips the text’s markup', () => {
  expect(renderPost('## Heading\n\nText')).toEqual({
    html: '<h2 id="heading">Heading</h2>\n<p>Text</p>',
    teaser: 'Heading Text',
    summary: 'Heading Text',
  })
})

test('a day is the same day in every time zone', () => {
  expect(formatDay('2026-03-01')).toBe('March 1, 2026')
})
