import { expect, test } from 'vitest'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import { markdownWarnings } from './markdown-warnings.ts'

const html = 'HTML shows as text.'
const pictures = 'Only pictures of this shop show (/media/…): upload others first.'

test.each([
  [
    '---\ntitle: "A"\ntags: [x]\n---\n\nText',
    'The lines at the start (front matter) show as text: delete them.',
  ],
  ['+++\ntitle = "A"\n+++\nText', 'The lines at the start (front matter) show as text: delete them.'],
  ['![a](images/torque.png)', pictures],
  ['![a](https://example.com/a.jpg "T")', pictures],
  ['![a][1]\n\n[1]: https://example.com/a.jpg', pictures],
  ['a <b>c</b>', html],
  ['<!-- more -->', html],
  ['Text[^1]\n\n[^1]: Note', 'Footnotes show as text.'],
  ['~~old~~ new', 'Struck-out text (~~) shows with its marks.'],
  ['- [x] done', 'Boxes of task lists show as text.'],
  ['{{< youtube abc >}}', 'Shortcodes of other programs show as text.'],
  ['{% include a.html %}', 'Shortcodes of other programs show as text.'],
  ['[caption id="1"]Text[/caption]', 'Shortcodes of other programs show as text.'],
  ['[[Torque wrench]]', 'Links in [[…]] show as text.'],
  ['a ==marked== word', 'Marked text (==) shows with its marks.'],
  ['> [!NOTE]\n> Watch out', 'Callouts such as [!NOTE] show as quotes.'],
  ['good :wrench: one', 'Names of emojis (:smile:) show as text.'],
  ['$x^2$', 'Formulas show as text.'],
  ['H~2~O', 'Lowered and raised letters show with their marks.'],
  ['Term\n: Definition', 'Lists of definitions show as text.'],
  [
    '[js](javascript:alert(1))',
    'Links lead only to web and mail addresses and telephones: others show as text.',
  ],
])('%j is said to show otherwise', (text, warning) => {
  expect(markdownWarnings(text)).toEqual([warning])
})

test('what shows as it is meant is not named', () => {
  const texts = [
    '![a](/media/a.webp) [b](tel:+1313) [c](mailto:a@b.example) [d](/tools) [e](https://a.example)',
    '| Size | Torque |\n|---:|:--|\n| M8 | 25 Nm |',
    'Bolt <M8, 5 < 6, 2 > 1, a~b, $5 or $6, at 10:30: yes, 1^st',
    '`<b>` and\n\n```html\n<p>~~x~~</p>\n```',
    'Text\n\n---\n\nmore\n\n---',
    ...blogPosts.map(({ body }) => body),
  ]
  for (const text of texts) expect(markdownWarnings(text)).toEqual([])
})

test('a long text is looked through in time', () => {
  const started = process.cpuUsage()
  for (const part of ['![', '[[', '~~a', '{{', '$a', '<a ', '---\n', ':a', '[a b="', '`', '```\n'])
    markdownWarnings(part.repeat(40_000 / part.length))
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
})
