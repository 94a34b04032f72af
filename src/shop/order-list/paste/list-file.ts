import { restClient } from '#platform/http/api/rest-client.ts'
import { decodeText, isWrittenWorkbook } from '#shop/tables/decode-text.ts'
import type { createSpreadsheetsApi } from './spreadsheets-api.server.ts'
import { LARGEST_WORKBOOK_BYTES, WORKBOOK_TYPE } from './workbook-file.ts'

/** `hidden` are the rows and columns of a workbook that are left out. */
export type Sheet = { name: string; text: string; hidden: number }

/** The content of a chosen file: sheets of text, or the reason why it can't be read. */
export type ListFile = { sheets: Sheet[]; hiddenSheets: number } | { problem: string }

const CHOOSE = 'Choose an Excel, OpenDocument or CSV file.'

// ZIP (.xlsx, .ods), and the older binary form (.xls).
const WORKBOOKS = ['PK\u0003\u0004', '\xd0\xcf\x11\xe0']
const image = `This is an image. ${CHOOSE}`

/** Other files by their first bytes, in Latin-1. */
const others: [start: string, problem: string][] = [
  ['%PDF-', `This is a PDF file. ${CHOOSE}`],
  ['\x89PNG', image],
  ['\xff\xd8\xff', image],
  ['GIF8', image],
  ['RIFF', image],
]

/** Reads a chosen file as far as `maxBytes`: text here, a workbook by the shop. */
export async function readListFile(file: File, maxBytes: number): Promise<ListFile> {
  const bytes = new Uint8Array(await file.slice(0, maxBytes).arrayBuffer())
  const start = String.fromCharCode(...bytes.subarray(0, 100))
  const [, problem] = others.find(([signature]) => start.startsWith(signature)) ?? []
  if (problem) return { problem }
  const beginning = start.trimStart()
  if (WORKBOOKS.some((signature) => beginning.startsWith(signature))) return readWorkbook(file)
  const text = decodeText(bytes)
  if (text !== null && isWrittenWorkbook(text.replace(/^\ufeff/, ''))) return readWorkbook(file)
  return text === null
    ? { problem: `This is no text file. ${CHOOSE}` }
    : { sheets: [{ name: file.name, text, hidden: 0 }], hiddenSheets: 0 }
}

async function readWorkbook(file: File): Promise<ListFile> {
  if (file.size > LARGEST_WORKBOOK_BYTES) return { problem: 'The workbook is larger than 1 MB.' }
  // The typed client sends only JSON; this body is a file.
  const headers = { 'Content-Type': WORKBOOK_TYPE }
  const send = () => fetch('/api/spreadsheets', { method: 'POST', body: file, headers })
  const read = await restClient<typeof createSpreadsheetsApi>(send).spreadsheets.$post()
  return read.sheets.length > 0 ? read : { problem: 'The workbook is empty.' }
}
