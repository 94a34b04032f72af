import { type DecimalSign, decimalSignOf } from '#platform/written-number.ts'
import { type Doubt, doubtAbout, type QuantityPlace } from './pasted-doubt.ts'
import type { PastedItem, Unreadable } from './pasted-line.ts'
import { MEASURE, NUMBER, NUMBER_WORD, type Pieces, piecesOf } from './pasted-number.ts'
import { findSkus } from './pasted-sku.ts'
import { PACKAGE, unitOf, unitQuestion } from './units.ts'

/** Replaces a SKU in the text, so that its digits are not taken for a quantity. */
const SKU = '\u0001'

const UNIT =
  '(?:pieces?|pcs?|pce|ea|each|stück|stueck|stk|stck|st|units?|nos?|off|items?)(?![\\p{L}\\d])\\.?'
// In `10 T-Handle Wrench` the letter begins a name; it is no measure.
const LETTER_OF_NAME = `\\s+[tv]-\\p{L}{2}`
const NOT_SIZE = `(?!(?!${LETTER_OF_NAME})\\s*-?${MEASURE}(?![\\p{L}\\d])|\\s*/\\s*\\d|[\\d.,]*\\d|[-/][\\p{L}\\d])`
const START = `(?<![\\p{L}\\d.,/-])`
const N = `(${NUMBER})`
const pattern = (text: string) => new RegExp(text, 'dgiu')

/** Ways to write a quantity, the most explicit first. */
const quantities = [
  pattern(
    `(?:\\b(?:qty|quantity|quant|menge|anzahl|stückzahl|amount)\\b\\.?\\s*[:=.]?\\s*)${N}(?:\\s*${UNIT})?`,
  ),
  pattern(`(?<!\\d\\s*)\\b(?:pcs|pieces|stk|stück|ea)\\.?\\s*[:=]\\s*${N}`),
  pattern(`^${N}\\s*[x×*]\\s*(?=\\D)`),
  pattern(`^${N}\\s*/\\s*(?=${SKU})`),
  pattern(`^${N}[x×*]\\s+(?=\\d)`),
  pattern(`^[x×*]\\s*${N}${NOT_SIZE}`),
  pattern(`(?<=\\d\\s*[x×]\\s*\\d+\\s*)[x×*]\\s*${N}\\s*$`),
  pattern(`(?<!\\d\\s*)(?<![\\p{L}])[x×*]\\s*${N}${NOT_SIZE}(?:\\s*${UNIT})?`),
  pattern(`${START}${N}\\s*[x×*]\\s*(?=${SKU}|$)`),
  pattern(`[(\\[]\\s*${N}\\s*(?:${UNIT}|[x×])?\\s*[)\\]]`),
  pattern(`^${N}\\s*${UNIT}`),
  pattern(`^${N}(?=\\s+\\d+(?:[.,/]\\d+)?\\s*${MEASURE}(?![\\p{L}\\d]))`),
  pattern(`^${N}${NOT_SIZE}(?=\\s+[^\\d\\s])(?!\\s*[x×]\\s*\\d)`),
  pattern(
    `(?<=[:=>→…]\\s*|\\s/\\s*|\\.{2,}\\s*|\\s[-–]\\s*|(?<!\\d),\\s*|,\\s+|\\s{2,}|${SKU}\\s*-?\\s*)${N}\\s*(?:${UNIT})?\\s*$`,
  ),
  pattern(`(?<=\\s(?:mm|in|kg|g|m|pcs|t),?\\s+)${N}\\s*(?:${UNIT})?\\s*$`),
  pattern(`(?<=${SKU}\\s*[,:;=-]?\\s*)${N}${NOT_SIZE}(?:\\s*${UNIT})?`),
  pattern(`${START}${N}\\s*${UNIT}(?=[^]*$)`),
  pattern(`\\b(?:pcs|stk|stück)\\.?\\s+${N}\\s*$`),
]
const UNITS = pattern(`${UNIT}`)
const DOZEN = pattern(`^(?:(${NUMBER}|${NUMBER_WORD}|a)\\s+)?(?:dozen|dz)\\b\\.?`)
const WORD = pattern(`^(${NUMBER_WORD})(?=\\s)`)
const PACKAGING = pattern(
  `${START}${N}\\s*(${PACKAGE}(?:\\s*(?:of|à|/|x)\\s*\\d+(?:\\s*(?:pcs|pieces|stk))?(?![\\d\\p{L}]))?)(?![\\p{L}])`,
)
const MULTIPLE = pattern(
  `${START}(\\d+)\\s*[x×*]\\s*(\\d+)(?!\\s*-?${MEASURE}(?![\\p{L}\\d])|[\\d/])`,
)
const PRICES = [
  pattern(
    `(?:[@à=]|\\bat\\b)?\\s*(?:us\\$|[$€£]|\\busd\\b|\\beur\\b)\\s*${NUMBER}(?:\\s*(?:each|ea|per piece|per pc|apiece|/\\s*(?:pc|ea|piece|stk))\\b\\.?)?`,
  ),
  pattern(
    `(?:[@à=]\\s*|\\bat\\s+)?${START}${NUMBER}\\s*(?:[$€£]|(?:usd|eur|dollars?|euros?)\\b)(?:\\s*(?:each|ea|per piece|per pc|apiece|/\\s*(?:pc|ea|piece|stk))\\b\\.?)?`,
  ),
  pattern(`[@à]\\s*\\d+(?:[.,]\\d{1,2})?(?!\\d|\\s*(?:pcs|x|${UNIT}))`),
  pattern(`\\bat\\s+\\d+[.,]\\d{2}(?!\\d)`),
]
const FILLERS =
  /^(?:(?:hi|hello|hey|please|pls|plz|kindly|can you|could you|send|ship|deliver|i[’']d|we[’']d|we[’']ll|we|i|need|needs|require|want|would|like|take|order|quote|also|and|plus|then|another|us|me|for|to|the|add|get|some|bitte|wir|brauchen|benötigen|und|order list|(?:sku|item|art(?:icle)?|part|product)\b\.?(?:\s*-?\s*(?:no|nr|number|code))?)\b\.?[\s:,#]*)+/iu
const POSITION =
  /^(?:(?:pos|item|line|position)\.?\s*#?\d{1,3}\s*[:.)\]-]\s*|#\d{1,3}[:.)]\s*|pos\.?\s*\d{1,3}\s+)/i

/** May be a SKU of another form than `FW-1013`; the shop looks whether there is one. */
const CODE = /^(?=.*\d)[a-z\d]+(?:[./-][a-z\d]+)+$/i

/** Reads one item: `12x FW-1013`, `5 pcs adjustable wrench 250`. */
export function readItem(
  written: string,
  sign = signIn(written),
): PastedItem | { unreadable: Unreadable } {
  const text = withoutPrices(written.replace(POSITION, '')).replace(FILLERS, '').trim()
  const skus = findSkus(text)
  if (new Set(skus.map(({ sku }) => sku)).size > 1) return { unreadable: 'several-skus' }
  const sku = skus[0]?.sku ?? null
  const marked = markSkus(text, skus)
  const packs = unitIn(marked, sku)
  const found = packs ?? findAfterReference(marked, sign)
  if (found !== null && 'unreadable' in found.read) return found.read
  const name = nameIn(found ? cut(marked, found) : marked)
  if (sku === null && found === null) return { unreadable: 'no-quantity' }
  if (sku === null && name === null) return { unreadable: 'no-product' }
  const quantity = found && 'pieces' in found.read ? found.read.pieces : null
  return withDoubt({ quantity, sku, name }, packs?.doubt ?? doubtOf(marked, found, sku))
}

/** Finds `3 packs of 10`, and `2x30` beside a SKU. */
function unitIn(text: string, sku: string | null) {
  const [packs] = text.matchAll(PACKAGING)
  const [times] = sku === null ? [] : text.matchAll(MULTIPLE)
  const match = packs ?? times
  if (!match) return null
  const [, count = '', unit = ''] = match
  const number = Number(count.replace(/\D/g, ''))
  const one = packs ? unitOf(unit) : { pieces: Number(unit), label: `× ${unit}` }
  if (!one || (times && !packs && nameIn(text.replace(match[0], '')) !== null)) return null
  const pieces = one.pieces === null ? null : number * one.pieces
  const doubt: Doubt = { why: 'unit', others: [], question: unitQuestion(number, one) }
  return { ...foundAt(match, { pieces, other: null }), doubt }
}

/** Finds the quantity, after the SKU if the number before it is one of an order or a position. */
function findAfterReference(text: string, sign: DecimalSign): FoundQuantity | null {
  const found = findQuantity(text, sign)
  const at = text.indexOf(SKU)
  if (!found || found.isExplicit || found.end > at) return found
  if (!/^(?:0\d+|[1-9]\d{3,})$/.test(text.slice(found.numberStart, found.numberEnd))) return found
  const after = findQuantity(text.slice(0, at).replace(/\d/g, '_') + text.slice(at), sign)
  return after ?? found
}

/** Returns a reading with a doubt about its quantity, unless it has one. */
export function withDoubt<Read extends PastedItem | { unreadable: Unreadable }>(
  read: Read,
  doubt: Doubt | null,
): Read {
  return 'unreadable' in read || read.doubt || !doubt ? read : { ...read, doubt }
}

/** The sign of decimals that the numbers of a line show, its prices included. */
export function signIn(line: string): DecimalSign {
  return decimalSignOf(line.match(/(?<![\p{L}\d.,-])\d+(?:[.,'’]\d+)+(?![\p{L}\d])/gu) ?? [])
}

function doubtOf(text: string, found: FoundQuantity | null, sku: string | null): Doubt | null {
  if (found && 'other' in found.read && found.read.other !== null)
    return { why: 'two-readings', others: [String(found.read.other)] }
  const doubt = doubtAbout(text, found)
  // Without a SKU, the other numbers are words of the name, which must be found as a whole.
  return sku === null && doubt?.why === 'second-number' ? null : doubt
}

/** Returns whether the text names a product and a quantity of its own. */
export function isWholeItem(text: string): boolean {
  const read = readItem(text)
  return !('unreadable' in read) && read.quantity !== null
}

type FoundQuantity = QuantityPlace & { read: Pieces | { pieces: null; other: null } }

function findQuantity(text: string, sign: DecimalSign): FoundQuantity | null {
  const [dozen] = text.matchAll(DOZEN)
  if (dozen) return foundAt(dozen, piecesOf(dozen[1] ?? 'a', sign, 12))
  for (const quantity of quantities) {
    const match = [...text.matchAll(quantity)].at(-1)
    if (match) return foundAt(match, piecesOf(match[1] ?? '', sign))
  }
  const [word] = text.matchAll(WORD)
  return word ? foundAt(word, piecesOf(word[1] ?? '', sign)) : null
}

function foundAt(match: RegExpExecArray, read: FoundQuantity['read']): FoundQuantity {
  const { 0: whole, index } = match
  const end = index + whole.length
  const [numberStart, numberEnd] = match.indices?.[1] ?? [index, end]
  // In `2 x 30 FW-1013` either number may be the quantity.
  const isExplicit = /\p{L}|[×*]/u.test(whole) && !/^\s*\d/.test(match.input.slice(end))
  return { start: index, end, numberStart, numberEnd, isExplicit, read }
}

function withoutPrices(text: string): string {
  return PRICES.reduce((text, price) => text.replace(price, ' '), text)
}

function markSkus(text: string, skus: { index: number; length: number }[]): string {
  return skus.reduceRight(
    (text, { index, length }) => text.slice(0, index) + SKU + text.slice(index + length),
    text,
  )
}

function cut(text: string, { start, end }: QuantityPlace): string {
  return `${text.slice(0, start)} ${text.slice(end)}`
}

function nameIn(text: string): string | null {
  const name = text
    .replaceAll(SKU, ' ')
    .replace(/[()[\]"“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:=*×>→#…-]+|[\s,;:=*×>→#…-]+$/gu, '')
    .replace(/^(?:of|more|additional|further|new|the|each|ea|x)\s+/i, '')
    .replace(FILLERS, '')
    .replace(/\s+(?:each|please|pls|thanks|thx)[.!]*$/i, '')
    .trim()
  return /\p{L}{3}/u.test(name.replace(UNITS, '')) || CODE.test(name) ? name : null
}
