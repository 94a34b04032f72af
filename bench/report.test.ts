import { expect, test } from 'vitest'
import { compareRows, fromMarkdown, toMarkdown } from './report.ts'

const rows = { 'one product': { 'shop / s': 900, ratio: 0.58 }, home: { ratio: 0.8 } }

test('a results file can be read again', () => {
  const [table] = fromMarkdown(
    `# Benchmark\n${toMarkdown({ title: 'Requests', measured: 'today', rows })}\n`,
  )
  expect(table).toEqual({
    title: 'Requests',
    measured: 'today',
    rows: {
      'one product': { 'shop / s': '900', ratio: '0.58' },
      home: { 'shop / s': '', ratio: '0.8' },
    },
  })
})

test('figures stand beside those of an earlier run', () => {
  expect(compareRows(rows, { home: { ratio: '0.7' } })).toEqual({
    'one product': { 'shop / s': 'new: 900', ratio: 'new: 0.58' },
    home: { ratio: '0.7 → 0.8' },
  })
})
