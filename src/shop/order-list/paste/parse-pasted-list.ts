import { westernDigits } from '#platform/written-number.ts'
import { cellsOf } from './pasted-cells.ts'
import { doubtAboutDigits } from './pasted-doubt.ts'
import { type Columns, headerOf } from './pasted-header.ts'
import { isWholeItem, readItem, withDoubt } from './pasted-item.ts'
import type { PastedLine } from './pasted-line.ts'
import { hasRowNumbers, readRow, type SignAt, signsOf } from './pasted-rows.ts'
import { findSkus } from './pasted-sku.ts'

/** The maximum characters of a pasted text. */
export const LONGEST_PASTE = 50_000
/** More of one character in a row mean nothing, and patterns look at them again and again. */
const LONGEST_RUN = 99

/**
 * Reads a pasted text: cells of a spreadsheet, CSV, or e-mail text, with one product per line or
 * several. Headings, signatures and greetings come back as unreadable; blank lines, mail headers and
 * the heading row of a table don't.
 */
export function parsePastedList(pasted: string): PastedLine[] {
  const lines = pasted
    .slice(0, LONGEST_PASTE)
    .replace(/(.)\1{99,}/gs, (run) => run.slice(0, LONGEST_RUN))
    .split(/\r\n|\r|\n|\u2028/)
    .map(cleanLine)
  const rows = lines.filter((line) => line !== '' && !isNoise(line))
  const table = { isNumbered: hasRowNumbers(rows), signAt: signsOf(rows) }
  let columns: Columns | null = null
  const read: PastedLine[] = []
  for (const line of rows) {
    const header = headerOf(line)
    if (header) {
      columns = header
      continue
    }
    read.push(...readLine(line, columns, table))
  }
  return read
}

/**
 * Reads the text for one product: with a quantity of its own, as a pasted line; otherwise the
 * quantity beside it.
 */
export function readOne(text: string, quantity: number | null): PastedLine {
  const line = readText(text)
  const isWhole = !('unreadable' in line.read) && (line.read.quantity !== null || line.read.doubt)
  if (quantity === null && (isWhole || findSkus(text).length > 1)) return line
  const [found] = findSkus(text)
  return { text, read: { quantity, sku: found?.sku ?? null, name: found ? null : text } }
}

function readLine(
  line: string,
  columns: Columns | null,
  { isNumbered, signAt }: { isNumbered: boolean; signAt: SignAt },
): PastedLine[] {
  const cells = cellsOf(line)
  const text = line.replace(/\s+/g, ' ').trim()
  if (cells.length > 1) {
    const row = readRow(line, columns, isNumbered, signAt)
    const isSeveral = columns === null && cells.filter(isWholeItem).length > 1
    if (row && !isSeveral) return [{ text, read: withDoubt(row, doubtAboutDigits(text)) }]
    if (isSeveral) return cells.flatMap((cell) => splitItems(cell).map(readText))
    return [readText(cells.join('  '))]
  }
  return splitItems(cells[0] ?? line).map(readText)
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

/** Removes quotation marks of mails, bullets and numbering, and unifies spaces and dashes. */
function cleanLine(line: string): string {
  return westernDigits(line)
    .normalize('NFC')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
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
