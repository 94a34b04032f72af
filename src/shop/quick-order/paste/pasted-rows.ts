import { readItem } from './pasted-item.ts'
import type { PastedItem, Unreadable } from './pasted-line.ts'
import { NUMBER, piecesOf } from './pasted-number.ts'
import { findSkus } from './pasted-sku.ts'

/** Which cell of a row holds what, from a heading row. */
export type Columns = { sku: number; name: number; quantity: number; count: number }

const headings = {
  sku: /^(?:sku|item(?:\s*(?:no|nr|code|number|#))?\.?|art(?:icle)?\.?(?:\s*-?\s*(?:no|nr|number))?\.?|artikel(?:nummer|nr)?\.?|part(?:\s*(?:no|number|#))?\.?|product\s*(?:code|no|id)\.?|code|material|cat(?:alog)?(?:ue)?\s*(?:no|number|#)\.?|number)$/i,
  name: /^(?:name|description|desc\.?|product(?:\s*name)?|tool|item\s*(?:name|description)|bezeichnung|beschreibung|artikel|title|text)$/i,
  quantity:
    /^(?:qty\.?(?:\s*(?:ordered|needed))?|quantity(?:\s*ordered)?|order\s*qty|menge|anzahl|stück(?:zahl)?|stk\.?|pcs\.?|pieces|amount|count|how many|need(?:ed)?|ordered)$/i,
  other:
    /^(?:#|pos\.?|position|line|no\.?|row|unit|uom|einheit|me|price.*|unit price|.*preis.*|total|sum|summe|remarks?|notes?|comment|delivery.*|eta|supplier|cost.*|currency|location|stock|min(?:imum)?.*|ean|weight)$/i,
}

/** Splits a row into cells by tabs, pipes, semicolons or the commas of CSV; else it is one cell. */
export function cellsOf(line: string): string[] {
  if (line.includes('\t')) return trimmed(line.split('\t').map(unquoted))
  if (/\|/.test(line)) return trimmed(line.split('|'))
  if (/"[^"]*"[,;]|[,;]"[^"]*"/.test(line)) return trimmed(quotedCells(line))
  if (/;/.test(line) && !/;\s+\S+\s+\S+/.test(line)) return trimmed(line.split(';'))
  if (isCommaRow(line)) return trimmed(line.split(','))
  return [line]
}

/** Returns the columns that a heading row names, or null if it is none. */
export function headerOf(line: string): Columns | null {
  const cells = cellsOf(line.replace(/\*/g, '')).map((cell) => cell.trim())
  const list = cells.length > 1 ? cells : line.split(/\s{2,}|,\s*/).map((cell) => cell.trim())
  if (list.length < 2 || /\d/.test(line.replace(/\(.*?\)/g, ''))) return null
  const at = (heading: RegExp) => list.findIndex((cell) => heading.test(cell))
  const known = list.filter(
    (cell) => cell === '' || Object.values(headings).some((heading) => heading.test(cell)),
  )
  if (known.length < 2 || known.length < list.length - 1) return null
  const sku = at(headings.sku)
  const name = at(headings.name)
  const quantity = at(headings.quantity)
  return { sku, name, quantity, count: list.length }
}

/** Returns whether the first cells of the rows count 1, 2, 3 …. */
export function hasRowNumbers(lines: string[]): boolean {
  const rows = lines.map(cellsOf).filter((cells) => cells.length > 2 && findCell(cells) !== -1)
  return rows.length > 1 && rows.every((cells, index) => cells[0]?.trim() === String(index + 1))
}

const findCell = (cells: string[]) => cells.findIndex((cell) => findSkus(cell).length > 0)
const PURE = new RegExp(
  `^\\s*(?:x\\s*)?(${NUMBER})\\s*(?:x|pcs?|pieces?|ea|each|stk|stück|st|units?|nos?|off)?\\.?\\s*$`,
  'iu',
)
const PRICE = /[$€£]|\b(?:usd|eur)\b|^\s*\d+[.,]\d{2}\s*$|^\s*\d{1,3}(?:[.,]\d{3})+[.,]\d{2}\s*$/i

/** Reads a row of cells; undefined if no cell is a quantity. */
export function readRow(
  cells: string[],
  columns: Columns | null,
  isNumbered: boolean,
): PastedItem | { unreadable: Unreadable } | undefined {
  if (columns && columns.quantity >= 0 && cells.length === columns.count) {
    return readColumns(cells, columns)
  }
  const own = isNumbered ? cells.slice(1) : cells
  const skuCell = findCell(own)
  const isQuantity = (cell: string) => PURE.test(cell) && !/^\s*\d+[.,]\d{2}\s*$/.test(cell)
  const quantityCells = own.flatMap((cell, index) =>
    index !== skuCell && isQuantity(cell) ? [index] : [],
  )
  const decimals = own.flatMap((cell, index) => (/^\s*\d+[.,]0+\s*$/.test(cell) ? [index] : []))
  const quantityCell = quantityCells[0] ?? (own.length === 2 ? decimals[0] : undefined)
  if (quantityCell === undefined) return undefined
  const words = own.filter(
    (cell, index) =>
      index !== skuCell && index !== quantityCell && /\p{L}{3}/u.test(cell) && !PRICE.test(cell),
  )
  const sku = skuCell === -1 ? null : (findSkus(own[skuCell] ?? '')[0]?.sku ?? null)
  return toItem(
    own[quantityCell] ?? '',
    sku,
    words[0] ?? (skuCell === -1 ? '' : (own[skuCell] ?? '')),
  )
}

function readColumns(cells: string[], columns: Columns) {
  const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? '').trim())
  const code = cell(columns.sku)
  const words = cell(columns.name)
  const found = findSkus(code)[0] ?? findSkus(words)[0]
  const plain = /^[a-z\d./-]{1,40}$/i.test(code) ? code.toUpperCase() : null
  const quantity = cell(columns.quantity)
  if (quantity === '' && found) return { quantity: null, sku: found.sku, name: words || null }
  if (quantity === '') return { unreadable: 'no-quantity' as const }
  return toItem(quantity, found?.sku ?? plain, words || code)
}

function toItem(
  quantityCell: string,
  sku: string | null,
  words: string,
): PastedItem | { unreadable: Unreadable } {
  const written = PURE.exec(quantityCell)?.[1]
  if (written === undefined) {
    return readItem(`${quantityCell} ${sku ?? words}`)
  }
  const pieces = piecesOf(written)
  if (typeof pieces !== 'number') return pieces
  const name = /\p{L}{3}/u.test(words) ? words.trim() : null
  if (sku === null && name === null) return { unreadable: 'no-product' }
  return { quantity: pieces, sku, name }
}

const trimmed = (cells: string[]) => {
  const inner = cells.map((cell) => cell.trim())
  const from = inner.findIndex((cell) => cell !== '')
  const to = inner.findLastIndex((cell) => cell !== '')
  return from === -1 ? [''] : inner.slice(from, to + 1)
}

const unquoted = (cell: string) => cell.replace(/^\s*"(.*)"\s*$/, '$1').replaceAll('""', '"')

function quotedCells(line: string): string[] {
  const separator = /"\s*;|;\s*"/.test(line) ? ';' : ','
  const cells = line.matchAll(
    new RegExp(`(?:^|${separator})\\s*(?:"((?:[^"]|"")*)"|([^${separator}]*))\\s*`, 'g'),
  )
  return [...cells].map(([, quoted, plain]) => (quoted ?? plain ?? '').replaceAll('""', '"'))
}

/** A comma without a space after it separates cells, unless it groups or splits digits. */
function isCommaRow(line: string): boolean {
  const masked = line
    .replace(/(?<![\w.,-])\d{1,3}(?:,\d{3})+(?![\w])/g, '0')
    .replace(/(?<![\w.,-])\d+,\d{1,2}(?=\s|$)(?!.*,)/g, '0')
  return /,(?=\S)/.test(masked)
}
