import { expect, test } from 'vitest'
import { MAX_REDIRECTS, readRedirects, redirectKey } from './redirect-rules.ts'

const publicUrl = 'https://tools.example'
const read = (text: string) => readRedirects(text, publicUrl)

test.each([
  ['old,new\n/a,/tools', [['/a', '/tools']]],
  ['/A/B.html;/tools?x=1#y', [['/a/b.html', '/tools?x=1#y']]],
  ['https://www.old.example/shop/?ID=7\thttps://tools.example/blogs', [['/shop?id=7', '/blogs']]],
  ['"/a, b",/tools', 'Row 1: “/a, b” is no address'],
  [
    '\ufeff/a,/tools\r\n\r\n/b,/\r\n',
    [
      ['/a', '/tools'],
      ['/b', '/'],
    ],
  ],
  ['/größe,/tools', [['/größe', '/tools']]],
  [
    '/a,/b\n/b,/tools\n',
    [
      ['/a', '/tools'],
      ['/b', '/tools'],
    ],
  ],
  ['', []],
] as const)('%j has its addresses', (text, expected) => {
  const result = read(text)
  const pairs = 'problem' in result ? result.problem : result.redirects.map(Object.values)
  if (typeof expected === 'string') expect(pairs).toContain(expected)
  else expect(pairs).toEqual(expected)
})

test.each([
  ['/a,https://elsewhere.example/', 'Row 1: elsewhere.example is another host'],
  ['/a,//elsewhere.example/', 'Row 1: elsewhere.example is another host'],
  ['/a,/\\elsewhere.example/', 'Row 1: elsewhere.example is another host'],
  ['/a,/.//elsewhere.example', 'Row 1: “/.//elsewhere.example” is no page'],
  ['/a,javascript:alert(1)', 'Row 1: “javascript:alert(1)” is no page'],
  ['/a,', 'Row 1: “” is no page'],
  ['/a,/A/', 'Row 1: /a leads to itself'],
  ['/a,/b\n/b,/c\n/c,/a', '/a leads back to itself'],
  ['/a,/b\n/A,/c', 'Row 2: /A is there twice'],
  ['/,/tools', 'Row 1: the home page can’t be redirected'],
  [`/${'a'.repeat(2000)},/tools`, 'Row 1: the address is too long'],
  [
    Array.from({ length: 9 }, (_, n) => `/${n},x`).join('\n'),
    '; Row 5: “x” is no page, and 4 more. Nothing was changed.',
  ],
  [
    Array.from({ length: MAX_REDIRECTS + 1 }, (_, n) => `/${n},/tools`).join('\n'),
    'At most 10,000 rows are kept.',
  ],
])('%j is refused', (text, problem) => {
  expect(read(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('an address is the same in either case, and with a slash at its end', () => {
  expect(['/A/b/', '/a/B', '/a/b//'].map(redirectKey)).toEqual(['/a/b', '/a/b', '/a/b'])
  expect(redirectKey('/Index.php/?ID=3?4')).toBe('/index.php?id=3?4')
})
