import { expect, test } from 'vitest'
import { type BlogPost, formatDay } from './blog-post.ts'
import { toTeaser } from './post-texts.server.ts'

const post: BlogPost = {
  _id: '1',
  title: 'Short',
  body: 'Short too',
  imgURL: '/media/a.webp',
  author: 'Marta Lindqvist',
  authorRole: 'Forge master',
  publishedOn: '2026-03-01',
}

test('a teaser truncates the title to 60 characters and the body to 64', () => {
  const teaser = toTeaser({ ...post, title: 't'.repeat(61), body: 'b'.repeat(65) })
  expect(teaser.title).toBe(`${'t'.repeat(60)}…`)
  expect(teaser.body).toBe(`${'b'.repeat(64)}…`)
})

test('a teaser keeps short texts and strips the body’s markup', () => {
  const teaser = toTeaser({ ...post, body: '## Heading\n\nText' })
  expect(teaser).toMatchObject({ title: 'Short', body: 'Heading Text' })
})

test('a day is the same day in every time zone', () => {
  expect(formatDay('2026-03-01')).toBe('March 1, 2026')
})
