import { expect, test } from 'vitest'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import { renderMarkdown } from './markdown.ts'
import { markdownFault } from './markdown-limits.ts'

/** The HTML of a text, without the line breaks between its elements. */
const html = (text: string) => renderMarkdown(text).html.replaceAll(/>\n</g, '><')

test('headings, lists, emphasis, links and images are rendered', () => {
  expect(html('First\nline\n\n# Top\nText *so* **said**\n\n- one\n- two')).toBe(
    '<p>First\nline</p><h2>Top</h2><p>Text <em>so</em> <strong>said</strong></p><ul><li>one</li><li>two</li></ul>',
  )
  expect(html('[mail & call](mailto:a@b.example "Write")\\\nthen ![a "b"](/media/a.webp)')).toBe(
    '<p><a href="mailto:a@b.example" title="Write">mail &amp; call</a><br>\nthen <img src="/media/a.webp" alt="a &quot;b&quot;"></p>',
  )
})

test('HTML stays text, and its characters too', () => {
  expect(html('<script>alert(1)</script> <b onclick="x">&amp; "q"</b>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=&quot;x&quot;&gt;&amp; &quot;q&quot;&lt;/b&gt;</p>',
  )
  expect(html('<div>\n\n`<i>`')).toBe('<p>&lt;div&gt;</p><p><code>&lt;i&gt;</code></p>')
})

test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '&#106;avascript:x', 'data:text/html,x'])(
  'a link to %s leads nowhere',
  (address) => {
    const attributes = html(`[x](<${address}>) ![y](<${address}>)`).match(/(href|src)="[^"]*"/g)
    expect(attributes).toEqual(['href=""', 'src=""'])
  },
)

test('the plain text has no marks', () => {
  const text = '## A\n\nb **c**\n- d\n- e\n\n![picture](/media/a.webp)'
  expect(renderMarkdown(text).plain).toBe('A b c d e')
  expect(renderMarkdown('a < b & c').plain).toBe('a < b & c')
})

test('the posts of the demo consist of paragraphs, headings and lists', () => {
  const tags = new Set(blogPosts.flatMap(({ body }) => html(body).match(/<[a-z]\w*/g)))
  expect([...tags].sort()).toEqual(['<h2', '<li', '<p', '<ul'])
})

const long = 'has a paragraph of more than 5,000 characters: add an empty line'
const deep = 'has a quote or list more than 50 levels deep'
const marks = 'has too many of the characters * _ [ ] ! and `'

test.each([
  ['*a_ '.repeat(5_000), long],
  [`${'*a_ '.repeat(450)}\n\n`.repeat(5), marks],
  ['a\n=\n'.repeat(8_000), marks],
  ['> '.repeat(20) + '*a_ '.repeat(600), marks],
  ['*'.repeat(1_001), marks],
  ['a '.repeat(2_501), long],
  [`> ${'a'.repeat(99)}\n`.repeat(60), long],
  ['>'.repeat(4_000), deep],
  [`${'1. '.repeat(51)}a`, deep],
  [`${' '.repeat(201)}- a`, deep],
])(
  'a text that is costly to parse (%#) is refused, and an old one is shown as it is',
  (text, fault) => {
    expect(markdownFault(text)).toBe(fault)
    const { html } = renderMarkdown(text)
    expect(html.replaceAll('&gt;', '>').replaceAll(/<\/?p>|\s/g, '')).toBe(
      text.replaceAll(/\s/g, ''),
    )
  },
)

test('long ordinary texts are no fault', () => {
  const sentence = 'Some **bold** words, a [link](https://a.example/x) and *more* of them. '
  expect(markdownFault(`${sentence.repeat(8)}\n\n`.repeat(40))).toBeUndefined()
  expect(markdownFault('- an item of a long list\n'.repeat(1_000))).toBeUndefined()
  expect(markdownFault(`${'1. one\n2. two\n'.repeat(900)}# Heading\n---`)).toBeUndefined()
})
