import { expect, test } from 'vitest'
import { referencesOf } from './docs-references.ts'

const namesIn = (markdown: string) => referencesOf(markdown, ['src']).map(({ name }) => name)

test('a path in backticks is a reference, with or without its leading folders', () => {
  expect(namesIn('`src/ui`, `orders/order.ts`, `#platform/money.ts`, `docs/`')).toEqual([
    'src/ui',
    'orders/order.ts',
    '#platform/money.ts',
    'docs/',
  ])
})

test('URL paths, media types, patterns, packages and code are not references', () => {
  expect(namesIn('`/api/x.ts` `text/html` `*-page.tsx` `@scope/name` `a < b` `<hash>.webp`')).toEqual([])
})

test('npm scripts are found in prose and code blocks, paths in prose only', () => {
  expect(namesIn('`npm run dev`\n```\nnpm test\nlook at `src/old.ts`\n```\n')).toEqual(['dev', 'test'])
})

test('a relative link is a reference, a URL or an anchor is not', () => {
  expect(namesIn('[a](docs/a.md#b) [c](https://example.com) [d](#d)')).toEqual(['docs/a.md'])
})
