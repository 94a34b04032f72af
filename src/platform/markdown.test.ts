import { expect, test } from 'vitest'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import { renderMarkdown } from './markdown.ts'
import { markdownFault } from './markdown-limits.ts'

/** The HTML of a text, without the line breaks between its elements. */
const html = (text: string) => renderMarkdown(text).html.replaceAll(/>\n</g, '><')

test('headings, lists, emphasis, links and images are rendered', () => {
  expect(html('First\nline\n\n# Top\nText *so* **said**\n\n- one\n- two')).toBe(
    '<p>First<br>\nline</p><h2 id="top">Top</h2><p>Text <em>so</em> <strong>said</strong></p><ul><li>one</li><li>two</li></ul>',
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
    expect(attributes).toEqual(['src=""'])
  },
)

test('a table has no text between its parts, which browsers would refuse', () => {
  expect(renderMarkdown('| a |\n|-|\n| b |').html).toBe(
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  )
})

test('tables, telephones and the lines of an address are shown', () => {
  expect(html('| Size | Torque |\n|---:|:--|\n| M8 | 25 *Nm* |')).toBe(
    '<table><thead><tr><th align="right">Size</th><th align="left">Torque</th></tr></thead><tbody><tr><td align="right">M8</td><td align="left">25 <em>Nm</em></td></tr></tbody></table>',
  )
  expect(html('Tool Shop Inc.\n**12** Main St\\\nDetroit\n[313](tel:+13135550100)')).toBe(
    '<p>Tool Shop Inc.<br><strong>12</strong> Main St<br>\nDetroit<br><a href="tel:+13135550100">313</a></p>',
  )
  const wrapped = `${'a word '.repeat(10)}\nand the rest`
  expect(html(wrapped)).toBe(`<p>${wrapped.replace(' \n', '\n')}</p>`)
  const protocols = ['vbscript:x', 'blob:a', 'file:///a', 'sms:1', 'TEL:1', '//a.example', '#a', 'a?b:c']
  expect(protocols.map((address) => /href="/.test(html(`[x](${address})`)))).toEqual([
    ...[false, false, false, false, true, true, true, true],
  ])
})

test('headings have anchors by their words, unless the page has its own', () => {
  const text = '# Größe & *Mass*\n\n## Terms <b>\n\n## Terms b\n\n[a](#terms-b-1)'
  expect(html(text)).toBe(
    '<h2 id="größe--mass">Größe &amp; <em>Mass</em></h2><h2 id="terms-b">Terms &lt;b&gt;</h2><h2 id="terms-b-1">Terms b</h2><p><a href="#terms-b-1">a</a></p>',
  )
  expect(renderMarkdown('# Top', false).html).toBe('<h2>Top</h2>')
})

test('no two headings have the same anchor', () => {
  const ids = (text: string) => [...html(text).matchAll(/id="(.*?)"/g)].map(([, id]) => id)
  expect(ids('# a\n# a\n# a-1\n# a\n# a-1')).toEqual(['a', 'a-1', 'a-1-1', 'a-2', 'a-1-2'])
  expect(ids('# a-1\n# a\n# a')).toEqual(['a-1', 'a', 'a-2'])
})

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
const marks = 'has too many of the characters * _ [ ] ! | and `'

test.each([
  ['*a_ '.repeat(5_000), long],
  [`${'*a_ '.repeat(450)}\n\n`.repeat(5), marks],
  ['a\n=\n'.repeat(8_000), marks],
  ['> '.repeat(20) + '*a_ '.repeat(600), marks],
  ['*'.repeat(1_001), marks],
  ['a|b\n-|-\nc|d\n\n'.repeat(700), marks],
  [`a|b\n-|-\n${'|||||||||||\n'.repeat(60)}`, marks],
  ['a '.repeat(2_501), long],
  [`> ${'a'.repeat(99)}\n`.repeat(60), long],
  ['>'.repeat(4_000), deep],
  [`${'1. '.repeat(51)}a`, deep],
  [`${' '.repeat(201)}- a`, deep],
])('a text that is costly to parse (%#) is refused, and an old one is shown as it is', (text, fault) => {
  expect(markdownFault(text)).toBe(fault)
  const { html } = renderMarkdown(text)
  expect(html.replaceAll('&gt;', '>').replaceAll(/<\/?p>|\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
})

test('long ordinary texts are no fault', () => {
  const sentence = 'Some **bold** words, a [link](https://a.example/x) and *more* of them. '
  expect(markdownFault(`${sentence.repeat(8)}\n\n`.repeat(40))).toBeUndefined()
  expect(markdownFault(`|a|b|c|\n|-|-|-|\n${'| 1 | 2 | 3 |\n'.repeat(100)}`)).toBeUndefined()
  expect(markdownFault('- an item of a long list\n'.repeat(1_000))).toBeUndefined()
  expect(markdownFault(`${'1. one\n2. two\n'.repeat(900)}# Heading\n---`)).toBeUndefined()
})
