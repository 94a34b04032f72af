import { expect, test } from 'vitest'
import { mergeResults } from './firefox-report.ts'

const passed = (title: string) => ({ title, status: 'passed' }) as const

test('a repeated file replaces its row, and the others stay', () => {
  const failed = { title: 'a tool is found', status: 'failed' } as const
  const skipped = { title: 'without script', status: 'skipped', reason: 'no scripts' } as const
  const first = mergeResults('', 'contact', [passed('a'), passed('b'), skipped], 'Monday')
  const monday = mergeResults(first, 'search', [failed], 'Monday')
  expect(monday).toContain('| search | 0 passed; failed: a tool is found | Monday |')
  const tuesday = mergeResults(monday, 'search', [passed('a tool is found')], 'Tuesday')
  expect(tuesday.split('\n').slice(-3)).toEqual([
    '| contact | 2 passed; not run: no scripts | Monday |',
    '| search | 1 passed | Tuesday |',
    '',
  ])
})
