import { rowsOf } from '#platform/tables/cells.ts'
import { cleanText } from '#platform/tables/clean-text.ts'
import { readTables, withoutThousands } from '#platform/tables/read-tables.ts'
import { type Columns, codeIn, isOrderHeading, isOrderValue } from './order-columns.ts'
import { type KnownProducts, readRow, rowContext } from './order-rows.ts'
import { doubtAboutDigits } from './pasted-doubt.ts'
import { isWholeItem, readItem, withDoubt } from './pasted-item.ts'
import type { PastedLine } from './pasted-line.ts'
import { findSkus } from './pasted-sku.ts'

/** The maximum characters of a pasted text. */
export const LONGEST_PASTE = 50_000
/** More of one character in a row mean nothing, and patterns look at them again and again. */
const LONGEST_RUN = 99

/** The tables of a pasted text or file, and its lines. */
export type Pasted = ReturnType<typeof readPasted>

/** Reads a text or file into the tables and lines of an order. */
export const readPasted = (text: string) => {
  const cut = text
    .slice(0, LONGEST_PASTE)
    .replace(/(.)\1{99,}/gs, (run) => run.slice(0, LONGEST_RUN))
  return readTables(cut, { isHeading: isOrderHeading, isValue: isOrderValue })
}

/** Returns what may be SKUs in the cells of the tables, each once. */
export function codesIn({ tables }: Pasted): string[] {
  const cells = tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
  return [...new Set(cells.flatMap((cell) => codeIn(cell) ?? []))]
}

/**
 * Reads what a pasted text orders: rows by the meaning of their columns, other lines by their words.
 * Signatures and greetings come back as unreadable; blank lines, mail headers and sums don't.
 */
export function readOrder(
  { parts, tables }: Pasted,
  columns: readonly Columns[],
  known: KnownProducts,
): PastedLine[] {
  const contexts = tables.map((table, at) => rowContext(table, columns[at] ?? NO_COLUMNS))
  return parts.flatMap((part) => {
    if ('line' in part) return readLine(part.line)
    const at = tables.indexOf(part.table)
    const [context, chosen = NO_COLUMNS] = [contexts[at], columns[at]]
    return (context && readRow(part.row, part.table, chosen, known, context)) ?? []
  })
}

const NO_COLUMNS: Columns = { meanings: [], question: null }

/**
 * Reads the text for one product: with a quantity of its own, as a pasted line; otherwise the
 * quantity beside it.
 */
export function readOne(written: string, quantity: number | null): PastedLine {
  const text = cleanText(written)
  const line = readText(text)
  const isWhole = !('unreadable' in line.read) && (line.read.quantity !== null || line.read.doubt)
  if (quantity === null && (isWhole || findSkus(text).length > 1)) return line
  const [found] = findSkus(text)
  return { text, read: { quantity, sku: found?.sku ?? null, name: found ? null : text } }
}

function readLine(written: string): PastedLine[] {
  const line = cleanLine(written)
  if (line === '' || isNoise(line)) return []
  const cells = cellsOf(line)
  if (cells.length > 1 && cells.filter(isWholeItem).length > 1)
    return cells.flatMap((cell) => splitItems(cell).map(readText))
  if (cells.length > 1)
    return [{ ...readText(cells.join('  ')), text: line.replace(/\s+/g, ' ').trim() }]
  return splitItems(line).map(readText)
}

/** Divides a line by a separator that no space follows. */
function cellsOf(line: string): string[] {
  const separator = (['\t', '|', ';', ','] as const).find((separator) => {
    if (separator === '\t' || separator === '|') return line.includes(separator)
    return line
      .split(separator)
      .slice(1)
      .some((rest) => /^\S/.test(rest))
  })
  if (separator === undefined) return [line]
  // A comma within a number, `0,7`, divides nothing.
  if (separator === ',' && /(?:^|\s)[\d.,'’]*\d,\d/.test(line)) return [line]
  const [row] = separator === ',' ? withoutThousands(line) : rowsOf(line, separator)
  return (row?.cells ?? [line]).filter((cell) => cell !== '')
}

const readText = (text: string): PastedLine => ({
  text: text.replace(/\s+/g, ' ').trim(),
  read: withDoubt(readItem(text), doubtAboutDigits(text)),
})

/** Splits `12x FW-1013, 5 pcs adjustable wrench 250` where the next item begins. */
function splitItems(line: string): string[] {
  const parts = line.split(/(,\s+|\s*;\s*|\s+(?:and|und|plus|&|\+|as well as)\s+)/i)
  const items: string[] = [parts[0] ?? '']
  for (let index = 2; index < parts.length; index += 2) {
    const part = parts[index] ?? ''
    const before = items.at(-1) ?? ''
    if (isNextItem(before, part)) items.push(part)
    else items[items.length - 1] = before + parts[index - 1] + part
  }
  if (/\beach\W*$/i.test(line) && items.some((item) => !isWholeItem(item))) return [line]
  return items.filter((item) => item.trim() !== '')
}

function isNextItem(before: string, part: string): boolean {
  const hasSku = findSkus(before).length > 0
  if (findSkus(part).length > 0 && hasSku) return true
  return startsWithQuantity(part) && (hasSku || isWholeItem(before))
}

// In `3 pcs - FW-7103` the quantity belongs to the preceding text.
const LEADING_QUANTITY =
  /^(?:\d|x\s?\d|an?\s+dozen|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b)(?![\d.,]*\s*(?:pcs|pieces)\s*[-(,])/i

/** Whether a part begins with a quantity and goes on with a product: `5 pcs adjustable wrench`. */
function startsWithQuantity(part: string): boolean {
  return LEADING_QUANTITY.test(part) && isWholeItem(part)
}

/** Removes quotation marks of mails, bullets and numbering. */
function cleanLine(line: string): string {
  return line
    .replace(/^(?:\s*>)+/, '')
    .replace(/^ +| +$/g, '')
    .replace(/^(?:[•·▪◦‣∙●○*+–-]|o(?=\s{1,3}\d))\s+/, '')
    .replace(/^\[[ x✓]?\]\s*/i, '')
    .replace(/^\d{1,3}[.)]\s+(?=\S)|^\(?[a-h]\)\s+/i, '')
    .replace(/^\(\d{1,3}\)\s+(?=.*\d.*\d)/, (number, _at, all: string) =>
      isWholeItem(all.slice(number.length)) ? '' : number,
    )
    .replace(/^(?:[•·▪*-])\s+/, '')
}

/** Lines that a mail program or a table adds. */
function isNoise(line: string): boolean {
  return (
    !/[\p{L}\d]/u.test(line) ||
    /^(?:from|to|cc|bcc|sent|date|subject|von|an|betreff|gesendet)\s*:/i.test(line) ||
    /\b(?:wrote|schrieb)\s*:\s*$/i.test(line) ||
    /^-+\s*(?:original message|forwarded message|ursprüngliche nachricht)/i.test(line)
  )
}
