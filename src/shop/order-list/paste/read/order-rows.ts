import type { Product } from '#shop/catalogue/product.ts'
import { MAX_PIECES } from '#shop/list-store/order-list.ts'
import type { Row } from '#shop/tables/cells.ts'
import { NOTHING, SHEET_ERROR } from '#shop/tables/columns/read-cell.ts'
import { ALREADY, DONE } from '#shop/tables/quantity-words.ts'
import type { Table } from '#shop/tables/read-tables.ts'
import { isUnit, unitOf, unitQuestion } from '#shop/tables/units.ts'
import { headingKind, isGerman, type Meaning, ORDERED, unitInHeading } from './heading-words.ts'
import { type Columns, codeIn, columnsOf, countIn, onlyNumber, signOf } from './order-columns.ts'
import { type KnownProducts, readItem, STRUCK } from './pasted-item.ts'
import type { Doubt, PastedLine, Unreadable } from './pasted-line.ts'
import { NUMBER, type Pieces, piecesOf } from './pasted-number.ts'
import { findSkus } from './pasted-sku.ts'

/** What says so in a column that says yes or no. */
const NO = /^(?:no|nein|non|false|falsch|faux|falso|n|0|-|[✗✘☐])$/iu
const TOTAL =
  /^(?:sub-?\s?|grand\s+|net\s+)?(?:total|totals|sum|summe|gesamt\p{L}*|zwischensumme|suma|somme|totaux|totale|importe total)(?:\s.*|:.*)?$/iu

const isSum = ({ cells }: Row, code: string | null) => code === null && cells.some((cell) => TOTAL.test(cell))

const codeOf = ({ cells }: Row, { meanings }: Columns) => {
  const written = cells[meanings.indexOf('sku')] ?? ''
  return codeIn(written) ?? findSkus(written)[0]?.sku ?? null
}

/** Whether a row with a product has an empty cell, or a word for nothing, below the heading of the quantity. */
function isNotOrdered({ cells }: Row, { headings }: Table, { meanings }: Columns): boolean {
  const at = meanings.indexOf('quantity')
  const cell = cells[at] ?? ''
  return headings.length > 0 && at >= 0 && (cell === '' || NOTHING.test(cell))
}

/** Names the rows of a table that are left out, as “2 rows skipped: heading, total”; null for none. */
export function skippedText(table: Table, columns: Columns): string | null {
  const { repeats, rows } = table
  const sums = rows.filter((row) => isSum(row, codeOf(row, columns)))
  const empty = rows.filter(
    (row) => !sums.includes(row) && codeOf(row, columns) !== null && isNotOrdered(row, table, columns),
  )
  const named = (count: number, name: string) =>
    count === 0 ? [] : [count === 1 ? name : `${count} ${name}s`]
  const count = repeats + sums.length + empty.length
  if (count === 0) return null
  const names = [
    ...named(repeats, 'heading'),
    ...named(sums.length, 'total'),
    ...(empty.length > 0 ? [`${empty.length} without a quantity`] : []),
  ].join(', ')
  return `${count} ${count === 1 ? 'row' : 'rows'} skipped: ${names}`
}

/** Returns what a table's row orders; null for a sum. */
export function readRow(
  row: Row,
  table: Table,
  columns: Columns,
  known: KnownProducts,
  context: RowContext,
): PastedLine | null {
  const { cells, text } = row
  const { meanings } = columns
  const of = (meaning: Meaning) => cells.filter((_, at) => meanings[at] === meaning)
  const quantity = of('quantity')[0] ?? ''
  const [written = ''] = of('sku')
  const code = codeOf(row, columns)
  if (isSum(row, code) || (code !== null && isNotOrdered(row, table, columns))) return null
  const line = (read: PastedLine['read']): PastedLine => ({
    text: text.replace(/\s+/g, ' ').trim(),
    read,
  })
  if ([quantity, written, ...of('name')].some((cell) => SHEET_ERROR.test(cell)))
    return line({ unreadable: 'error' })
  const products = productsIn(cells, meanings, code, known)
  const name = [code === null ? written : '', ...of('name')].filter(Boolean).join(' ')
  const sku = products[0]?.sku ?? code ?? findSkus(name)[0]?.sku ?? null
  const words = /\p{L}{3}/u.test(name) ? name : null
  if (sku === null && words === null && isUnitCell(quantity)) return null
  if (sku === null && words === null)
    return line({ unreadable: quantity === '' ? 'no-quantity' : 'no-product' })
  if (sku === null && quantity === '') return line({ unreadable: 'no-quantity' })
  const [pack = ''] = of('pack')
  const unit = of('unit')[0] || context.unit
  const read =
    pack === ''
      ? readQuantity(quantity, unit, context)
      : inPacks(readQuantity(quantity, '', context), onlyNumber(pack))
  if ('unreadable' in read) return line(read)
  const isStruck =
    cells.some((cell) => isStruckBy(cell, products)) ||
    of('status').some((cell) => NO.test(cell) || DONE.test(cell.toLowerCase())) ||
    of('note').some((cell) => ALREADY.test(cell.toLowerCase())) ||
    table.headings.some((heading, at) => isStruckBelow(heading, cells[at] ?? ''))
  const next = cells[meanings.indexOf('quantity') + 1] ?? ''
  // An unquoted comma of `1,250` divides the number.
  const isDivided =
    table.separator === ',' &&
    (cells.slice(table.width).some(Boolean) ||
      (table.headings.length === 0 && /\d$/.test(quantity) && /^(?:\d{3}(?!\d)|0\d)/.test(next)))
  const doubt: Doubt | null =
    (products.length > 1 ? { why: 'two-skus' } : null) ??
    (isStruck ? { why: 'struck' } : null) ??
    (isDivided ? { why: 'two-readings', others: [`${quantity},${next}`] } : null) ??
    read.doubt
  return line({
    quantity: read.quantity,
    sku,
    name: words,
    ...(products.length > 0 && { products }),
    ...(doubt && { doubt }),
  })
}

export type RowContext = { sign: ReturnType<typeof signOf>; isGerman: boolean; unit: string }

/** Returns how the quantities of a table are written, from its headings and all of its rows. */
export function rowContext(table: Table, { meanings }: Columns): RowContext {
  const at = meanings.indexOf('quantity')
  return {
    sign: signOf(columnsOf(table)[at] ?? []),
    isGerman: isGerman(table.headings),
    unit: unitInHeading(table.headings[at] ?? '') || unitBelow(table, meanings),
  }
}

const isUnitCell = (cell: string) =>
  isUnit(cell) || (/\p{L}/u.test(cell) && typeof unitOf(cell)?.pieces === 'number')

/** The unit in a first row without a SKU, which is one of units; empty without one. */
function unitBelow({ rows: [first] }: Table, meanings: Meaning[]): string {
  const unit = first?.cells[meanings.indexOf('quantity')] ?? ''
  const isKeyless = !/\d/.test(first?.cells[meanings.indexOf('sku')] ?? '')
  return isKeyless && isUnitCell(unit) ? unit : ''
}

/** The products whose SKU is a cell of the row, the one in the SKU's column first. */
function productsIn(
  cells: string[],
  meanings: Meaning[],
  code: string | null,
  known: KnownProducts,
): Product[] {
  const others = cells.flatMap((cell, at) =>
    meanings[at] === 'quantity' || meanings[at] === 'unit' || countIn(cell) ? [] : (codeIn(cell) ?? []),
  )
  const matches = [code ?? '', ...others].flatMap((code) => known.get(code) ?? [])
  return matches.filter(({ _id }, at) => matches.findIndex((other) => other._id === _id) === at)
}

/** Whether a cell says that its row is not to be ordered, and is not the product's own name. */
const isStruckBy = (cell: string, products: Product[]) =>
  STRUCK.test(cell) &&
  // An apostrophe stands before what a spreadsheet could take for a formula.
  !products.some(({ name }) => name.toLowerCase() === cell.replace(/^'/, '').toLowerCase())

/** Whether a row has a mark in a column such as “DNP” or “Return”, or “no” in one such as “Order”. */
function isStruckBelow(heading: string, cell: string): boolean {
  if (cell === '' || (headingKind(heading) === 'rival' && countIn(cell))) return false
  if (/typ|tipo|art$|kind|doc|beleg/i.test(heading) && /^(?:cn|cr|crn|rtn|gs|av|ret)$/i.test(cell))
    return true
  return NO.test(cell) ? ORDERED.test(heading.toLowerCase()) : STRUCK.test(heading)
}

function inPacks(read: Quantity, pieces: number): Quantity {
  if ('unreadable' in read || read.quantity === null) return read
  const quantity = read.quantity * pieces
  if (quantity > MAX_PIECES) return { unreadable: 'too-many' }
  return pieces > 0 ? { ...read, quantity } : { quantity: null, doubt: { why: 'not-understood' } }
}

type Quantity = { quantity: number | null; doubt: Doubt | null } | { unreadable: Unreadable }

const AMOUNT = new RegExp(`^x?\\s*(${NUMBER})(?![\\d.,])\\s*(.*)$`, 'iu')

/** Reads the cell of a quantity, with the unit beside it: `40`, `1,250.00`, `3 boxes of 10`. */
export function readQuantity(cell: string, unitBeside: string, context: RowContext): Quantity {
  if (cell === '') return { quantity: null, doubt: null }
  // What comes back is written in brackets or with a sign.
  if (/^\(.*\)$|^[+-]|(?<![.,])-$|^(?:cr|cn|rma|ret)\b/i.test(cell)) return inDoubt(readWords(cell))
  const [, number, rest = ''] = AMOUNT.exec(cell) ?? []
  const unit = unitOf(rest) ?? unitOf(unitBeside)
  const isUnclear = unitOf(rest)?.pieces === null && !/^\p{L}[\p{L}.() ]*$/u.test(rest)
  if (number === undefined || isUnclear || /^\d/.test(rest)) return readWords(cell)
  const read = toPieces(number, context)
  if ('unreadable' in read) return read
  if (unit) {
    const quantity = unit.pieces === null ? null : read.pieces * unit.pieces
    return {
      quantity,
      doubt: { why: 'unit', question: unitQuestion(read.pieces, unit) },
    }
  }
  const { pieces, other } = read
  return {
    quantity: pieces,
    doubt: other === null ? null : { why: 'two-readings', others: [other.toLocaleString('en-US')] },
  }
}

/** Reads a cell that is more than a number and a unit, such as `ca. 30`, as a line is read. */
function readWords(cell: string): Quantity {
  const read = readItem(`${cell}  ${ANY_SKU}`)
  if ('unreadable' in read) return read
  const { quantity, doubt = null } = read
  return {
    quantity,
    doubt: doubt ?? (quantity === null ? { why: 'not-understood' } : null),
  }
}

const inDoubt = (read: Quantity): Quantity =>
  'unreadable' in read ? read : { ...read, doubt: read.doubt ?? { why: 'not-understood' } }

const ANY_SKU = 'FW-0000'

function toPieces(number: string, { sign, isGerman }: RowContext): Pieces {
  if (sign !== 'zeros') return piecesOf(number, sign ?? (isGerman && number.includes(',') ? 'both' : null))
  const thousands = piecesOf(number, null)
  // `40.000` in every row is likelier 40 with three decimals.
  if ('unreadable' in thousands || isGerman) return thousands
  return { pieces: thousands.pieces / 1000, other: thousands.pieces }
}
