import { cleanText } from '#platform/clean-text.ts'
import { firstCharacters } from '#platform/text.ts'
import { LONGEST_PASTE } from '#shop/list-store/order-list.ts'
import { readTables } from '#shop/tables/read-tables.ts'
import { joinLoneNumbers } from './lone-numbers.ts'
import { type Columns, codeIn, isOrderHeading, isOrderValue } from './order-columns.ts'
import { readRow, rowContext } from './order-rows.ts'
import { codesInLine, isWholeItem, type KnownProducts, readItem, STRUCK } from './pasted-item.ts'
import type { PastedLine } from './pasted-line.ts'
import { findSkus } from './pasted-sku.ts'
import { wordsOf } from './similar-names.ts'

/** More of one character in a row mean nothing, and patterns look at them again and again. */
const LONGEST_RUN = 99

export type Pasted = ReturnType<typeof readPasted>

export const readPasted = (text: string) => {
  const cut = firstCharacters(text, LONGEST_PASTE)
    .replace(/(.)\1{99,}/gs, (run) => run.slice(0, LONGEST_RUN))
    // A stroke over each letter.
    .replace(/(?:.\u0336){1,999}/gu, (struck) => `~~${struck.replaceAll('\u0336', '')}~~`)
  return readTables(cut, { isHeading: isOrderHeading, isValue: isOrderValue })
}

/** Returns what may be SKUs in the tables and lines, each once. */
export function codesIn({ parts }: Pick<Pasted, 'parts'>): string[] {
  const codes = parts.flatMap((part) =>
    'line' in part ? codesInLine(part.line) : part.row.cells.flatMap((cell) => codeIn(cell) ?? []),
  )
  return [...new Set(codes)]
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
  let isStruck = false
  const lines = parts.flatMap((part): PastedLine[] => {
    if ('line' in part) {
      // Below “Returns:”, until another title.
      if (isTitle(part.line)) isStruck = STRUCK.test(part.line)
      return readLine(part.line, known).map((line) => (isStruck ? struck(line) : line))
    }
    const at = tables.indexOf(part.table)
    const [context, chosen = NO_COLUMNS] = [contexts[at], columns[at]]
    const line = context && readRow(part.row, part.table, chosen, known, context)
    return line ? [isStruck ? struck(line) : line] : []
  })
  return joinLoneNumbers(lines)
}

const TITLE_WORDS = 4

/** Whether a line without a SKU is a title: it ends with a colon, or says that nothing is ordered. */
const isTitle = (line: string) =>
  !hasSku(line) && wordsOf(line).length <= TITLE_WORDS && (/\p{L}\W*:\s*$/u.test(line) || STRUCK.test(line))

const struck = ({ text, read }: PastedLine): PastedLine =>
  'unreadable' in read ? { text, read } : { text, read: { ...read, doubt: { why: 'struck' } } }

const NO_COLUMNS: Columns = { meanings: [], question: null }

/** Reads the text for one product: with a quantity of its own, as a pasted line; otherwise the quantity beside it. */
export function readOne(written: string, quantity: number | null, known: KnownProducts): PastedLine {
  const text = cleanText(written)
  const read = readItem(text, known)
  const isWhole = !('unreadable' in read) && (read.quantity !== null || read.doubt)
  if (quantity === null && (isWhole || findSkus(text).length > 1)) return { text, read }
  const [sku = null] = 'unreadable' in read ? [] : [read.sku]
  const products = known.get(sku ?? '')
  const item = { quantity, sku, name: sku === null ? text : null }
  return { text, read: products ? { ...item, products: [products] } : item }
}

function readLine(written: string, known: KnownProducts): PastedLine[] {
  const line = withoutBullet(written)
  if (!/[\p{L}\d]/u.test(line) || NOISE.test(line)) return []
  const lines = splitItems(line).map((text) => ({
    text: text.replace(/\s+/g, ' ').trim(),
    read: readItem(text, known),
  }))
  // Numbers that can't be divided among several SKUs: `FW-1013 and FW-1110, 12 each`.
  const isUnclear = ({ read }: PastedLine) =>
    !('unreadable' in read) &&
    (read.doubt?.why === 'second-number' || (read.quantity === null && read.doubt?.why !== 'unit'))
  const isOne = lines.length > 1 && findSkus(line).length > 1 && lines.some(isUnclear)
  return isOne ? [{ text: line, read: { unreadable: 'several-skus' } }] : lines
}

/** Splits `12x FW-1013, 5 pcs adjustable wrench 250` where the next item begins. */
function splitItems(line: string): string[] {
  const [first = '', ...parts] = line.split(/([,;|\t]\s*|\s+(?:and|und|et|y|plus|&|\+|as well as)\s+)/i)
  const items = [first]
  for (let at = 0; at < parts.length; at += 2) {
    const [separator = '', part = ''] = parts.slice(at, at + 2)
    const item = items.at(-1) ?? ''
    const isNext =
      (hasSku(part) && hasSku(item)) ||
      (BEGINS_WITH_NUMBER.test(part) && isWholeItem(part) && isWholeItem(item))
    if (isNext && !isInNumber(item, separator, part)) items.push(part)
    else items[items.length - 1] = item + separator + part
  }
  return items
}

/** Whether a comma stands within a number: `0,9`, but not in `FW-1013,9`. */
function isInNumber(before: string, separator: string, after: string): boolean {
  const sku = findSkus(before).at(-1)
  const isSku = sku !== undefined && sku.index + sku.length === before.length
  return separator === ',' && /\d$/.test(before) && /^\d/.test(after) && !isSku
}

const hasSku = (text: string) => findSkus(text).length > 0
const BEGINS_WITH_NUMBER =
  /^(?:\d|x\s?\d|an?\s+dozen|two|three|four|five|six|seven|eight|nine|ten)(?![\d.,]*\s*(?:pcs|pieces)\s*[-(,])/i

/** Removes quotation marks of mails, bullets and numbering. */
function withoutBullet(line: string): string {
  return line
    .replace(/^(?:\s*>)+/, '')
    .trim()
    .replace(/^(?:[•·▪◦‣∙●○*+–-]|o(?=\s{1,3}\d))\s+/, '')
    .replace(/^\[[ x✓]?\]\s*/i, '')
    .replace(
      /^(?:\d{1,3}[.)]|\(?[a-h]\)|(?:pos|item|line|position)\.?\s*#?\d{1,3}(?:\s*[:.)\]-]|(?=\s.*\d.*\d))|#\d{1,3}[:.)])\s+/i,
      '',
    )
    .replace(/^\(\d{1,3}\)\s+/, (number, _at, all: string) =>
      isWholeItem(all.slice(number.length)) ? '' : number,
    )
}

/** What a mail program adds. */
const NOISE =
  /^(?:from|to|cc|bcc|sent|date|subject|von|an|betreff|gesendet)\s*:|\b(?:wrote|schrieb)\s*:$|^-+\s*(?:original message|forwarded message|ursprüngliche nachricht)/i
