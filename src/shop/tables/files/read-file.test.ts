import { expect, onTestFinished, test } from 'vitest'
import { workbook } from '#server/testing/workbooks.ts'
import { fields } from '#shop/imports/testing/exported-products.ts'
import type { ReadFile, UnreadableFile } from './collect-rows.server.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { readTableFile } from './read-file.server.ts'

async function read(bytes: Uint8Array<ArrayBuffer>, maxRows?: number) {
  const chunks: string[] = []
  const wanted = { sheet: null, chosen: [], fields, ...(maxRows && { maxRows }) }
  const reading = readTableFile(bytes, wanted)
  let next: IteratorResult<string, ReadFile | UnreadableFile> = await reading.next()
  for (; !next.done; next = await reading.next()) chunks.push(next.value)
  return { chunks, file: next.value }
}

const sheetOf = (rows: number, cell: string) => {
  const cells = Array.from({ length: 24 }, () => cell)
  const tools = [['SKU', ...cells.map((_, at) => `Note ${at}`)]]
  for (let row = 0; row < rows; row++) tools.push([`A-${row}`, ...cells])
  return new Uint8Array(workbook({ Tools: tools }))
}

test('rows are handed over in parts that are stored soon, and cells are cut', async () => {
  const { chunks, file } = await read(sheetOf(12, 'x'.repeat(10_100)))
  expect(file).toMatchObject({ notes: ['288 cells cut after 10,000 characters'] })
  expect(chunks.length).toBe(4)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(750_000)
})

test('a small workbook with much text, and too many rows, are refused before a part is handed over', async () => {
  const { text } = FILE_LIMITS
  onTestFinished(() => {
    FILE_LIMITS.text = text
  })
  FILE_LIMITS.text = 1_000_000
  expect(await read(sheetOf(9, 'x'.repeat(5_000)))).toEqual({
    chunks: [],
    file: {
      refused: 'unreadable',
      problem: 'The file has more than 60 MB of text when it is unpacked. Split it.',
    },
  })
  const three = new TextEncoder().encode('SKU,Price\nA,1\nB,2\nC,3')
  const problem = 'The file has more than 2 rows. Split it.'
  expect(await read(three, 2)).toEqual({ chunks: [], file: { refused: 'unreadable', problem } })
  expect((await read(three, 3)).chunks).toHaveLength(1)
})

test('cells of HTML are read as they are written', async () => {
  const html = '<table><tr><td>SKU</td><td>Price</td></tr><tr><td>0017</td><td>7,95</td></tr></table>'
  const { chunks } = await read(new Uint8Array(Buffer.from(html)))
  expect(chunks.map((chunk) => JSON.parse(chunk))).toEqual([[[2, ['0017', '7,95'], null]]])
})
