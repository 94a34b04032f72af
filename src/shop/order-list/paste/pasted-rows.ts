import { type DecimalSign, decimalSignOf, readNumber } from '#platform/written-number.ts'
import { cellsOf } from './pasted-cells.ts'
import type { Doubt } from './pasted-doubt.ts'
import { type Columns, cellsUnder } from './pasted-header.ts'
import { readItem, signIn, withDoubt } from './pasted-item.ts'
import type { PastedItem, Unreadable } from './pasted-line.ts'
import { NUMBER, PACKAGE, piecesOf } from './pasted-number.ts'
import { findSkus } from './pasted-sku.ts'

type Read = PastedItem | { unreadable: Unreadable }

/** Returns the decimal sign of the numbers in a row's column. */
export type SignAt = (column: number, row: string[]) => DecimalSign

/**
 * Returns how to find the decimal sign of a cell: from its column in the rows with as many cells,
 * else from its row.
 */
export function signsOf(lines: string[]): SignAt {
  const tables = new Map<number, string[][]>()
  for (const cells of lines.map(cellsOf)) {
    if (cells.length > 1) tables.set(cells.length, [...(tables.get(cells.length) ?? []), cells])
  }
  const known = new Map<string, DecimalSign>()
  return (column, row) => {
    const key = `${row.length} ${column}`
    if (!known.has(key)) {
      const numbers = (tables.get(row.length) ?? []).map((cells) => numberIn(cells[column] ?? ''))
      known.set(key, decimalSignOf(numbers))
    }
    return known.get(key) ?? signIn(row.join('  '))
  }
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

const PACKAGE_CELL = new RegExp(`^\\s*(?:${PACKAGE})\\.?\\s*$`, 'i')
const MULTIPLE_CELL =
  /^\s*(?:doz(?:ens?)?|dz|dutzend|gross|pairs?|paar|pr|hundred|thousand)\.?\s*$/i

/** Reads a row of a table; undefined if no cell is a quantity. */
export function readRow(
  line: string,
  columns: Columns | null,
  isNumbered: boolean,
  signAt: SignAt,
): Read | undefined {
  const inTable = columns && columns.quantity >= 0 ? cellsUnder(columns, line) : undefined
  const cells = inTable ?? cellsOf(line)
  const isPackage = cells.some((cell) => PACKAGE_CELL.test(cell))
  if (isPackage && findCell(cells) !== -1) return { unreadable: 'packaging' }
  const read =
    columns && inTable
      ? readColumns(inTable, columns, signAt)
      : readCells(cells, isNumbered, signAt)
  const isOdd = cells.some((cell) => MULTIPLE_CELL.test(cell))
  return read && withDoubt(read, isOdd ? { why: 'not-understood', others: [] } : null)
}

function readCells(cells: string[], isNumbered: boolean, signAt: SignAt): Read | undefined {
  const first = isNumbered ? 1 : 0
  const skuCell = cells.findIndex((cell, index) => index >= first && findSkus(cell).length > 0)
  const others = [...cells.keys()].filter((index) => index >= first && index !== skuCell)
  const at = (index: number) => cells[index] ?? ''
  const whole = others.filter((index) => PURE.test(at(index)) && !isPriceLike(at(index)))
  const decimal = others.filter(
    (index) => PURE.test(at(index)) && isPriceLike(at(index)) && isWhole(at(index)),
  )
  const [quantityCell, ...rivals] = whole.length > 0 ? whole : decimal
  if (quantityCell === undefined) return undefined
  // Without a heading, decimals beside other cells may be a price.
  const isPrice = whole.length === 0 && cells.length - first > 2
  const words = others.map(at).find((cell, index) => others[index] !== quantityCell && isName(cell))
  const sku = skuCell === -1 ? null : (findSkus(at(skuCell))[0]?.sku ?? null)
  const read = toItem(at(quantityCell), signAt(quantityCell, cells), {
    sku,
    words: words ?? (skuCell === -1 ? '' : at(skuCell)),
  })
  return withDoubt(
    read,
    splitNumber(cells, quantityCell) ?? rivalNumbers(read, rivals.map(at), isPrice),
  )
}

const isName = (cell: string) => /\p{L}{3}/u.test(cell) && !PRICE.test(cell) && !PURE.test(cell)

const isPriceLike = (cell: string) => /^\s*[\d.,'’ ]*[.,]\d{1,2}\s*$/.test(cell)
const isWhole = (cell: string) => Number.isInteger(readNumber(cell)?.value)
const numberIn = (cell: string) => PURE.exec(cell)?.[1] ?? ''

/** In `FW-1013,1,250.00` the comma may separate cells or thousands. */
function splitNumber(cells: string[], index: number): Doubt | null {
  const [previous = '', number = '', next = ''] = [-1, 0, 1].map((step) => cells[index + step])
  const isThousands = (cell: string) => /^\d{3}(?!\d)/.test(cell)
  if (isThousands(next) && /\d$/.test(number))
    return { why: 'two-readings', others: [`${number.trim()},${next.trim()}`] }
  const skus = findSkus(previous)
  const isSku = skus.some(({ index, length }) => index + length === previous.length)
  const isOdd = isThousands(number) || skus.length > 0 || !/^\s*[1-9]\d*$/.test(previous)
  const isRest = /\d$/.test(previous) && !isSku && isOdd && !isName(previous)
  return isRest ? { why: 'two-readings', others: [] } : null
}

function rivalNumbers(read: Read, rivals: string[], isPrice: boolean): Doubt | null {
  const others = rivals
    .map((cell) => numberIn(cell))
    .filter((number) => !('quantity' in read) || readNumber(number)?.value !== read.quantity)
  if (others.length > 0) return { why: 'second-number', others }
  return isPrice ? { why: 'not-understood', others: [] } : null
}

function readColumns(cells: string[], columns: Columns, signAt: SignAt): Read {
  const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? '').trim())
  const code = cell(columns.sku)
  const words = cell(columns.name)
  const found = findSkus(code)[0] ?? findSkus(words)[0]
  const plain = /^[a-z\d./-]{1,40}$/i.test(code) ? code.toUpperCase() : null
  const quantity = cell(columns.quantity)
  if (quantity === '' && found) return { quantity: null, sku: found.sku, name: words || null }
  if (quantity === '') return { unreadable: 'no-quantity' as const }
  const shown = signAt(columns.quantity, cells)
  // In `25,000` below `Menge`, the comma may separate decimals, as SAP writes them.
  const sign = shown ?? (columns.isGerman && quantity.includes(',') ? 'both' : null)
  const read = toItem(quantity, sign, { sku: found?.sku ?? plain, words: words || code })
  const other = PURE.test(cell(columns.otherQuantity)) ? [cell(columns.otherQuantity)] : []
  const odd: Doubt | null = columns.isPieces ? null : { why: 'not-understood', others: [] }
  return withDoubt(read, rivalNumbers(read, other, false) ?? odd)
}

function toItem(
  quantityCell: string,
  sign: DecimalSign,
  { sku, words }: { sku: string | null; words: string },
): Read {
  const written = PURE.exec(quantityCell)?.[1]
  if (written === undefined) {
    const read = readItem(`${quantityCell}  ${sku ?? words}`, sign)
    if ('unreadable' in read || read.quantity !== null) return read
    // The cell has text, but no quantity.
    return withDoubt(read, { why: 'not-understood', others: [] })
  }
  const read = piecesOf(written, sign)
  if ('unreadable' in read) return read
  const name = /\p{L}{3}/u.test(words) ? words.trim() : null
  if (sku === null && name === null) return { unreadable: 'no-product' }
  const { pieces, other } = read
  const doubt: Doubt | null =
    other === null ? null : { why: 'two-readings', others: [String(other)] }
  return withDoubt({ quantity: pieces, sku, name }, doubt)
}
