import { decimalSignOf } from '#platform/decimal-mark.ts'
import { countsPacks, countsPieces } from '#shop/tables/quantity-words.ts'
import type { Table } from '#shop/tables/read-tables.ts'
import { isUnit, unitOf } from '#shop/tables/units.ts'
import { headingKind, type Meaning } from './heading-words.ts'
import { NUMBER } from './pasted-number.ts'
import { findSkus } from './pasted-sku.ts'

/** The meaning of each column of a table, and why it must be chosen; null if it is certain. */
export type Columns = { meanings: Meaning[]; question: string | null }

export type KnowsSku = (sku: string) => boolean

const COUNT = new RegExp(`^(?:x\\s*)?(${NUMBER})\\s*(?:x|(\\p{L}[\\p{L}()]*\\.?))?$`, 'iu')

/** Returns the number in a cell of nothing but a number of pieces; undefined for other cells. */
export function countIn(cell: string): string | undefined {
  const [, number, unit = ''] = COUNT.exec(cell) ?? []
  return unitOf(unit) === null ? number : undefined
}

/** Returns the SKU that is a whole cell, of whatever form; null for other cells. */
export function codeIn(cell: string): string | null {
  const [sku] = findSkus(cell)
  if (sku && sku.length === cell.length) return sku.sku
  const isCode = /^(?=.*\d)[\p{L}\d][\p{L}\d._/-]{2,39}$/u.test(cell) && !/^\d+[.,]\d+$/.test(cell)
  return isCode ? cell.toUpperCase() : null
}

export function isOrderHeading(cells: readonly string[]): boolean {
  const written = cells.filter((cell) => cell !== '')
  if (written.length < 2 || written.some((cell) => findSkus(cell).length > 0 || countIn(cell))) return false
  const kinds = written.flatMap((cell) => headingKind(cell) ?? [])
  const isTelling = kinds.some((kind) => ['sku', 'name', 'quantity', 'number'].includes(kind))
  return isTelling && kinds.length >= 2 && 2 * kinds.length >= written.length
}

/** Whether a cell of an order's table is a value of its own: a number of pieces or a SKU. */
export const isOrderValue = (cell: string) =>
  countIn(cell) !== undefined || (findSkus(cell)[0]?.length ?? 0) === Math.max(cell.length, 1)

/**
 * Proposes what the columns of a table mean: by their headings, and the SKU by what the catalogue
 * knows. Numbers are the quantity when a heading says so, or when there is no heading row and no other
 * column of numbers.
 */
export function proposeColumns(table: Table, knows: KnowsSku): Columns {
  const cells = columnsOf(table)
  const kinds = cells.map((_, at) => headingKind(table.headings[at] ?? ''))
  const sku = skuColumn(cells, kinds, knows)
  const isHeaded = table.headings.length > 0
  const meanings = cells.map((column, at): Meaning => {
    if (at === sku) return 'sku'
    const kind = kinds[at]
    if (kind === undefined && most(column, isUnit)) return 'unit'
    if (isHeaded) return isMeaning(kind) ? kind : 'ignored'
    return most(column, (cell) => /\p{L}{3}/u.test(cell) && !countIn(cell)) ? 'name' : 'ignored'
  })
  const free = meanings.flatMap((meaning, at) => (meaning === 'ignored' ? [at] : []))
  const { chosen, question } = isHeaded
    ? quantityByHeading(table, cells, kinds, free)
    : quantityByContent(cells, free)
  if (chosen === undefined) return { meanings, question }
  meanings[chosen] = 'quantity'
  const counted = free.filter((at) => at !== chosen && cells[at]?.some((cell) => onlyNumber(cell) > 1))
  const pack =
    counted.find((at) => kinds[at] === 'pack') ??
    counted.find((at) => !kinds[at] && countsPacks(table.headings[at] ?? ''))
  return pack === undefined || question !== null
    ? { meanings, question }
    : askAboutPacks(table, meanings, chosen, pack)
}

/** The only number of a cell, such as the pieces of a pack in `10`, `10 pcs` or `Box of 10`; NaN if there is none. */
export const onlyNumber = (cell: string) =>
  Number(/^\D{0,20}(\d{1,5})\D{0,20}$/.exec(cell)?.[1] ?? Number.NaN)

/**
 * Asks whether a quantity is in pieces or in the packs beside it, which are proposed if a heading or the units
 * count packs; nothing if they count pieces.
 */
function askAboutPacks(
  { headings, rows }: Table,
  meanings: Meaning[],
  chosen: number,
  pack: number,
): Columns {
  const [quantity = '', each = ''] = [headings[chosen], headings[pack]]
  const units = rows.flatMap(({ cells }) => cells[meanings.indexOf('unit')] || [])
  const isInPacks = countsPacks(quantity) !== undefined || units.some((unit) => unitOf(unit)?.pieces === null)
  const isInPieces = countsPieces(quantity) || units.length > 0
  if (isInPieces && !isInPacks) return { meanings, question: null }
  const numbers = rows.map(({ cells }) => [chosen, pack].map((at) => onlyNumber(cells[at] ?? '')))
  const [count = 0, pieces = 0] = numbers.find(([count, pieces]) => count && pieces) ?? []
  const product = `${count} × ${pieces} = ${count * pieces} pieces`
  return isInPacks
    ? {
        meanings: meanings.with(pack, 'pack'),
        question: `Is the quantity to order “${quantity}” × “${each}”, as ${product}?`,
      }
    : {
        meanings,
        question: `Does “${quantity}” count pieces, or packs with “${each}”, as ${product}? Of packs, choose “Pieces in each”.`,
      }
}

type Quantity = { chosen: number | undefined; question: string | null }

function quantityByHeading(
  { headings }: Table,
  cells: string[][],
  kinds: (string | undefined)[],
  free: number[],
): Quantity {
  const named = free.filter((at) => kinds[at] === 'quantity' && cells[at]?.some(hasDigit))
  const amounts = free.filter((at) => kinds[at] === 'amount' && !cells[at]?.some(isPrice))
  // Sets are counted beside the pieces per set.
  const sets = free.filter(
    (at) => kinds.includes('pack') && countsPacks(headings[at] ?? '') && kinds[at] === undefined,
  )
  const quantities = [named, amounts, sets].find((some) => some.length > 0) ?? []
  const [only] = quantities
  const rivals = free.filter((at) => kinds[at] === 'rival' && cells[at]?.some(isNumber))
  const names = (some: number[]) => some.map((at) => `“${headings[at]}”`).join(' or ')
  if (quantities.length === 1 && rivals.length === 0) return { chosen: only, question: null }
  if (only !== undefined) {
    const likely = quantities.find((at) => /order|total|buy|bestell/i.test(headings[at] ?? ''))
    const question = `Which column is the quantity to order: ${names([...quantities, ...rivals])}?`
    return { chosen: likely ?? only, question }
  }
  const numbers = free.filter(
    (at) => ['number', 'rival', 'pack', undefined].includes(kinds[at]) && most(cells[at] ?? [], isNumber),
  )
  const empty = free.find((at) => kinds[at] === 'quantity')
  if (numbers.length === 0 || empty !== undefined) return { chosen: empty, question: null }
  return {
    chosen: undefined,
    question: `No heading says that its column is the quantity to order. Is it ${names(numbers)}?`,
  }
}

function quantityByContent(cells: string[][], free: number[]): Quantity {
  const counts = free.filter((at) => {
    const column = cells[at] ?? []
    return (
      most(column, (cell) => countIn(cell) !== undefined) &&
      !(at === 0 && isNumbering(column)) &&
      !column.some((cell) => /^\d{8,}$/.test(cell))
    )
  })
  const whole = counts.filter((at) => !cells[at]?.some(isPrice))
  // Decimals are a price when whole numbers stand beside them.
  const some = whole.length > 0 ? whole : counts
  const [only] = some.length > 0 ? some : free.filter((at) => most(cells[at] ?? [], hasDigit))
  const isCertain = only === undefined || (some.length === 1 && (whole.length > 0 || cells.length === 2))
  return {
    chosen: isCertain || some.length < 2 ? only : undefined,
    question: isCertain ? null : 'Which column is the quantity to order?',
  }
}

function skuColumn(cells: string[][], kinds: (string | undefined)[], knows: KnowsSku): number {
  const columns = [...cells.keys()].filter(
    (at) => kinds[at] === undefined || !['quantity', 'number', 'unit', 'rival', 'pack'].includes(kinds[at]),
  )
  const best = (likeness: (cell: string) => boolean, some: number[]) => {
    const ranked = some
      .map((at) => ({ at, count: (cells[at] ?? []).filter(likeness).length }))
      .filter(({ at, count }) => count > 0 && 2 * count >= (cells[at] ?? []).filter(Boolean).length)
    return ranked.sort((a, b) => b.count - a.count)[0]?.at
  }
  const isKnown = (cell: string) => knows(codeIn(cell) ?? '')
  const looksLike = (cell: string) => findSkus(cell)[0]?.length === cell.length
  const headed = columns.filter((at) => kinds[at] === 'sku')
  const unnamed = columns.filter((at) => kinds[at] === undefined || kinds[at] === 'name')
  return (
    best(isKnown, columns) ??
    best(looksLike, headed) ??
    headed[0] ??
    best(looksLike, unnamed) ??
    best((cell) => findSkus(cell).length > 0, unnamed) ??
    -1
  )
}

/** The cells of each column, in the rows that have all of them. */
export function columnsOf({ width, rows }: Table): string[][] {
  const fitting = rows.filter(({ cells }) => cells.length <= width)
  const sample = fitting.length > 0 ? fitting : rows
  return Array.from({ length: width }, (_, at) => sample.map(({ cells }) => cells[at] ?? ''))
}

/** Returns the decimal sign of a column, `zeros` if each number ends in three zeros after a point. */
export function signOf(column: string[]) {
  const numbers = column.flatMap((cell) => numberIn(cell) ?? [])
  const isZeros = numbers.length > 0 && numbers.every((number) => /^\d{1,3}\.000$/.test(number))
  return isZeros ? ('zeros' as const) : decimalSignOf(numbers)
}

const numberIn = (cell: string) => new RegExp(`^(?:x\\s*)?(${NUMBER})(?!\\d)`, 'iu').exec(cell)?.[1]
const isMeaning = (kind: string | undefined): kind is Meaning =>
  ['unit', 'name', 'note', 'status'].includes(kind ?? '')
const hasDigit = (cell: string) => /\d/.test(cell)
const isNumber = (cell: string) => /^\W*\d[\d.,' ]*\D{0,6}$/.test(cell)
const isPrice = (cell: string) => /[.,]\d{1,2}$/.test(cell)
const isNumbering = (column: string[]) =>
  column.length > 1 && column.every((cell, at) => [at + 1, 10 * (at + 1)].includes(Number(cell)))

function most(column: string[], is: (cell: string) => boolean): boolean {
  const filled = column.filter((cell) => cell !== '')
  return filled.length > 0 && 2 * filled.filter(is).length >= filled.length
}
