import readWorkbook from 'read-excel-file/node'
import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** A sheet of a workbook as text: a line for each row, tabs between its cells. */
export type Sheet = { name: string; text: string }

/** Why a file can't be read as a workbook. */
export type SpreadsheetRefusal = Refusal<'unsupported-type' | 'damaged'>

// Of a ZIP file, which an .xlsx file is.
const SIGNATURE = 'PK\u0003\u0004'
const MAX_SHEETS = 20
const LONGEST_CELL = 500

type Cell = string | number | boolean | Date | null

/** Reads the sheets of an .xlsx file that have text, each cut after `longest` characters. */
export async function readSpreadsheet(
  bytes: Uint8Array,
  longest: number,
): Promise<{ sheets: Sheet[] } | SpreadsheetRefusal> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE)
    return { refused: 'unsupported-type' }
  try {
    const sheets = (await readWorkbook(file)).map(({ sheet, data }) => ({
      name: sheet.slice(0, LONGEST_CELL),
      text: textOf(data as Cell[][], longest),
    }))
    return { sheets: sheets.filter(({ text }) => text.trim() !== '').slice(0, MAX_SHEETS) }
  } catch {
    return { refused: 'damaged' }
  }
}

function textOf(rows: Cell[][], longest: number): string {
  let text = ''
  for (const row of rows) {
    text += `${row.map(cellText).join('\t')}\n`
    if (text.length > longest) break
  }
  return text.slice(0, longest)
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return numberText(cell)
  return String(cell).replace(/\s+/g, ' ').slice(0, LONGEST_CELL)
}

/** Three decimals could be taken for thousands: 1.125 becomes 1.1250. */
function numberText(number: number): string {
  const text = String(number)
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}
