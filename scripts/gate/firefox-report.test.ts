import { expect, test } from 'vitest'
import { mergeResult } from './firefox-report.ts'

test('a repeated test replaces its row, and the others stay', () => {
  const written = { title: 'contact › a visitor writes', result: 'passed' }
  const failed = { title: 'search › a tool is found', result: 'failed' }
  const monday = mergeResult(mergeResult('', written, 'Monday'), failed, 'Monday')
  const tuesday = mergeResult(monday, { ...failed, result: 'passed' }, 'Tuesday')
  expect(tuesday.split('\n').slice(-3)).toEqual([
    '| contact › a visitor writes | passed | Monday |',
    '| search › a tool is found | passed | Tuesday |',
    '',
  ])
})
