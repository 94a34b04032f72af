import { expect, test } from 'vitest'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import { type MarkdownNode, parseMarkdown, plainMarkdown } from './markdown.ts'

const element = (tag: string, ...children: MarkdownNode[]) => ({ tag, attributes: {}, children })

/** The elements of a text, without the line breaks between them. */
const blocks = (text: string) => parseMarkdown(text).filter((node) => node !== '\n')

test('headings, lists, emphasis and links are parsed', () => {
  expect(blocks('First\nline\n\n## Heading\nText *so* **said**\n\n- one\n- two')).toEqual([
    element('p', 'First\nline'),
    element('h2', 'Heading'),
    element('p', 'Text ', element('em', 'so'), ' ', element('strong', 'said')),
    element('ul', '\n', element('li', 'one'), '\n', element('li', 'two'), '\n'),
  ])
  expect(blocks('[mail & call](mailto:a@b.example "Write")\\\nthen')).toEqual([
    element(
      'p',
      {
        tag: 'a',
        attributes: { href: 'mailto:a@b.example', title: 'Write' },
        children: ['mail & call'],
      },
      element('br'),
      '\nthen',
    ),
  ])
})

test('HTML stays text, and its characters too', () => {
  const html = '<script>alert(1)</script> <b onclick="x">&amp; "q"</b>'
  expect(blocks(html)).toEqual([element('p', '<script>alert(1)</script> <b onclick="x">& "q"</b>')])
  expect(blocks('<div>\n\n`<i>`')).toEqual([
    element('p', '<div>'),
    element('p', element('code', '<i>')),
  ])
})

test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '&#106;avascript:x', 'data:text/html,x'])(
  'a link to %s leads nowhere',
  (address) => {
    const [paragraph] = blocks(`[x](<${address}>) ![y](<${address}>)`)
    const hrefs = JSON.stringify(paragraph).match(/"(href|src)":"[^"]*"/g)
    expect(hrefs).toEqual(['"href":""', '"src":""'])
  },
)

test('the plain text has no marks', () => {
  expect(plainMarkdown('## A\n\nb **c**\n- d\n- e\n\n![picture](/media/a.webp)')).toBe('A b c d e')
  expect(plainMarkdown('a < b & c')).toBe('a < b & c')
})

test('the posts of the demo consist of paragraphs, headings and lists', () => {
  const tags = new Set(
    blogPosts.flatMap(({ body }) =>
      blocks(body).map((node) => (typeof node === 'string' ? node : node.tag)),
    ),
  )
  expect([...tags].sort()).toEqual(['h2', 'p', 'ul'])
})
