import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf } from '#shop/tables/cells.ts'
import { type CsvFormat, csvRows, escapeFormula } from './csv.ts'

const ZERO_WIDTH_SPACE = '\u200b'

test.each([
  ...['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'],
  ...["|cmd' /C calc'!A0", `${ZERO_WIDTH_SPACE}=1`, '\ufeff=1', '\u2060\u00ad@x', ' =1', '\u00a0+1'],
])('%j is escaped', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
})

test.each(['', 'Hammer', '12', 'a=b', 'M8 | M10', `${ZERO_WIDTH_SPACE}Hammer`, '2026-11-23'])(
  '%j stays as it is',
  (text) => {
    expect(escapeFormula(text)).toBe(text)
  },
)

// Numbers and texts that spreadsheets change when they open a file, and what needs quotation marks.
const identifier = fc.oneof(
  fc.constantFrom('00012345', '3-8', '1E5', '10/12', '1234567890123456', '00715', '+49 1', '-5'),
  fc.stringMatching(/^[A-Z0-9./-]{1,40}$/),
  fc.string({ maxLength: 40 }),
  fc.constantFrom('a;b', 'a,b', '"', '1,50', 'two\r\nlines', 'two\nlines', ' = x'),
)

test('what is written is read back exactly, but for spaces, invisible characters and escapes', () => {
  const rows = fc.array(fc.array(identifier, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  const run = (written: string[][], format: CsvFormat) => {
    const text = csvRows(written, format)
    const read = [...rowsOf(text, format === 'comma' ? ',' : ';')].map(({ cells }) => cells)
    const expected = written.map((row) => row.map((cell) => escapeFormula(cell).replace(/\s+/g, ' ').trim()))
    expect(read).toEqual(expected)
  }
  fc.assert(fc.property(rows, fc.constantFrom('comma', 'semicolon'), run))
})
