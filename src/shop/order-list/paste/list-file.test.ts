import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeText } from '#shop/tables/decode-text.ts'
import { readListFile } from './list-file.ts'
import { readText } from './testing/read-text.ts'

const read = (bytes: number[] | string) => {
  const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  return readListFile(new File([content], 'order'), 1_000)
}
const latin = (text: string) => [...text].map((character) => character.charCodeAt(0))

test.each([
  [latin('%PDF-1.7'), 'This is a PDF file. Choose an Excel, OpenDocument or CSV file.'],
  [latin('\x89PNG\r\n'), 'This is an image. Choose an Excel, OpenDocument or CSV file.'],
  [[1, 2, 3, 4], 'This is no text file. Choose an Excel, OpenDocument or CSV file.'],
])('another file is refused by name (%#)', async (bytes, problem) => {
  expect(await read(bytes)).toEqual({ problem })
})

test('text is read as UTF-8, UTF-16 or Windows-1252', async () => {
  const text = 'Schlüssel;12 €'
  expect(await read(text)).toEqual({
    sheets: [{ name: 'order', text, hidden: 0 }],
    hiddenSheets: 0,
  })
  expect(decodeText(new Uint8Array(latin('Schl\xfcssel;12 \x80')))).toBe(text)
  const wide = [...text].flatMap((character) => [character.charCodeAt(0) & 255, character.charCodeAt(0) >> 8])
  expect(decodeText(new Uint8Array([0xff, 0xfe, ...wide]))).toBe(text)
  // A file is only read to a certain length, which may be in the middle of a character.
  expect(decodeText(new Uint8Array([...latin('SKU'), 0xc3]))).toBe('SKU')
})

test.each(['windows-1252', 'utf-16'])('a CSV of LibreOffice in %s is read', async (encoding) => {
  const path = join(import.meta.dirname, '../../../../testing/pasted', `libreoffice-${encoding}.csv`)
  const text = decodeText(new Uint8Array(readFileSync(path))) ?? ''
  expect(text).toContain('Größe ½, „Sonder“')
  const { lines, questions } = readText(text)
  expect(questions).toEqual(['Which column is the quantity to order: “Order Qty” or “Quantity”?'])
  expect(lines.filter(({ read }) => 'quantity' in read)).toHaveLength(5)
})

test('UTF-16 without its mark is read', () => {
  const wide = Buffer.from('SKU\tQty\nFW-1013\t40', 'utf16le')
  expect(decodeText(new Uint8Array(wide))).toBe('SKU\tQty\nFW-1013\t40')
  expect(decodeText(new Uint8Array(wide.swap16()))).toBe('SKU\tQty\nFW-1013\t40')
})
