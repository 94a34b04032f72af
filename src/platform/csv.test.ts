import { expect, test } from 'vitest'
import { escapeFormula } from './csv.ts'

const ZERO_WIDTH_SPACE = '\u200b'

test.each([
  ...['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'],
  ...[
    "|cmd' /C calc'!A0",
    `${ZERO_WIDTH_SPACE}=1`,
    '\ufeff=1',
    '\u2060\u00ad@x',
    ' =1',
    '\u00a0+1',
  ],
])('%j is escaped', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
})

test.each(['', 'Hammer', '12', 'a=b', 'M8 | M10', `${ZERO_WIDTH_SPACE}Hammer`, '2026-11-23'])(
  '%j stays as it is',
  (text) => {
    expect(escapeFormula(text)).toBe(text)
  },
)
