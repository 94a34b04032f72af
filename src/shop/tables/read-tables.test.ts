import { expect, test } from 'vitest'
import { rowsOf } from './cells.ts'
import { readTables } from './read-tables.ts'

const kind = {
  isHeading: (cells: readonly string[]) => cells[0] === 'Code' && cells.length > 1,
  isValue: (cell: string) => /^\d+$/.test(cell),
}
const read = (text: string) => {
  const { tables, parts } = readTables(text, kind)
  return {
    tables: tables.map(({ separator, headings, rows }) => [separator, headings.length, rows.length]),
    lines: parts.flatMap((part) => ('line' in part && part.line !== '' ? part.line : [])),
  }
}

test.each(['\t', ';', '|', ','])('100,000 rows, with quoted cells, are one table (%j)', (separator) => {
  const rows = Array.from({ length: 100_000 }, (_, at) => [at, `"a${separator} ""b""\n${at}"`, 7])
  const text = [['Code', 'Name', 'Count'], ...rows].map((cells) => cells.join(separator)).join('\r\n')
  expect(read(text)).toEqual({ tables: [[separator, 3, 100_000]], lines: [] })
})

test('a quoted cell may be long, and marks that are not closed take no time', () => {
  const body = 'two "" lines\n'.repeat(10_000)
  const rows = [...rowsOf(`A,"${body}",7\nB,"x"y,"z\n`, ',')].map(({ cells }) => cells)
  expect(rows.map(([, cell]) => cell?.length)).toEqual([12 * 10_000 - 1, 4])
  expect(rows.map(([, , last]) => last)).toEqual(['7', '"z'])
  for (const part of ['"x,', '"""x,', '""', '"x"",', ' "'])
    expect([...rowsOf(part.repeat(100_000), ',')].length).toBe(1)
})

test('tables of one text have separators of their own, and other lines stay lines', () => {
  const text = [
    'Hello, this is it:',
    'Code;Count',
    '1;2',
    '',
    'and this, too:',
    'Code,Count,Name',
    '3,4,"a; b"',
    '5,6,c',
    '7\t8',
    '9\t10',
    'Thanks, Jane',
  ]
  expect(read(text.join('\n'))).toEqual({
    tables: [
      [';', 2, 1],
      [',', 3, 2],
      ['\t', 0, 2],
    ],
    lines: ['Hello, this is it:', 'and this, too:', 'Thanks, Jane'],
  })
})
