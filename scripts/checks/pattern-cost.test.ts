import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCostlyPatterns } from './pattern-cost.ts'

const root = join(import.meta.dirname, '../..')

/** Files with such patterns, and what bounds the text that they see. */
const BOUNDED: Record<string, string> = {
  'src/platform/database/word-search.server.ts': 'routes refuse searches of more than 254 characters',
  'src/shop/blog/truncate.ts': 'the text is truncated',
  'src/shop/order-list/paste/read/heading-words.ts': 'a heading is cut',
  'src/shop/order-list/paste/read/parse-pasted-list.ts': 'runs are cut, in the browser that pasted them',
  'src/shop/order-list/paste/read/pasted-amounts.ts': 'an item has at most 500 characters',
  'src/shop/order-list/paste/read/pasted-item.ts': 'the same',
  'src/shop/shipping/station/packing.ts': 'a scan, in the browser of the packer',
}

test('patterns that take the square of a run are found', () => {
  const costly = ['/\\s+$/', '/[\\0\\s]+$/', '/(a+)+b/', '/^-?(\\d+\\.?\\d*|\\.\\d+)$/']
  const fast = ['/^\\s+/', '/\\s{1,9}$/', '/^\\d+(\\.\\d*)?$/', '/[^a-z]+/g']
  const source = `const patterns = [${[...costly, ...fast].join(',\n')}]`
  expect(findCostlyPatterns('x.ts', source)).toEqual(
    costly.map((pattern, index) => ({ pattern, line: index + 1 })),
  )
})

test('no pattern of the shop takes the square of a text without a bound', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  )
  const costly = files.flatMap((file) =>
    findCostlyPatterns(file, readFileSync(join(root, file), 'utf8')).map((one) => ({
      file,
      ...one,
    })),
  )
  expect(costly.filter(({ file }) => !(file in BOUNDED))).toEqual([])
  // An exception without a pattern is stale.
  const used = new Set(costly.map(({ file }) => file))
  expect(Object.keys(BOUNDED).filter((file) => !used.has(file))).toEqual([])
})
