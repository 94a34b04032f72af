import { expect, test } from 'vitest'
import { mergeResults } from './firefox-report.ts'

test('a story that ran again replaces its row, and the others stay', () => {
  const first = mergeResults(
    '',
    [
      { story: 'contact › a visitor writes', result: 'passed' },
      { story: 'search › a tool is found', result: 'failed' },
    ],
    'Monday',
  )
  const second = mergeResults(
    first,
    [{ story: 'search › a tool is found', result: 'passed' }],
    'Tuesday',
  )
  expect(second.split('\n').slice(-3)).toEqual([
    '| contact › a visitor writes | passed | Monday |',
    '| search › a tool is found | passed | Tuesday |',
    '',
  ])
})
