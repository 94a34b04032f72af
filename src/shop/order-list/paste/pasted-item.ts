import { decimalSignOf, readNumber } from '#platform/written-number.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { codeIn, countIn } from './order-columns.ts'
import type { Doubt, PastedItem, Unreadable } from './pasted-line.ts'
import { MEASURE, NUMBER, piecesOf } from './pasted-number.ts'
import { type FoundSku, findSkus } from './pasted-sku.ts'
import { COURTESY, saysMore, wordsOf } from './similar-names.ts'
import { isUnit, UNIT, unitOf, unitQuestion } from './units.ts'

/** The products of the catalogue by the SKUs that a text names. */
export type KnownProducts = ReadonlyMap<string, Product>

/** Stands for a SKU in the text, so that its digits are no quantity. */
const SKU = '\u0001'

const EACH = `(?:\\s*(?:each|ea|per piece|per pc|apiece|/\\s*(?:pc|ea|piece|stk))\\b\\.?)?`
const PRICE = new RegExp(
  `(?:[@à=]|\\bat\\b)?\\s*(?:us\\$|[$€£]|\\busd\\b|\\beur\\b)\\s*${NUMBER}${EACH}|(?:[@à=]\\s*|\\bat\\s+)?(?<![\\d.,])${NUMBER}\\s*(?:[$€£]|(?:usd|eur|dollars?|euros?)\\b)${EACH}|(?:[@à]|\\bat)\\s*\\d+[.,]\\d{1,2}(?!\\d)`,
  'giu',
)
const DATE = '\\d{1,4}([./-])\\d{1,2}\\1\\d{2,4}(?!\\d)'
/** Sizes, `17 x 19 mm`, `1/2 in`, and numbers with leading zeros, which are positions. */
const SIZE = `\\p{N}[\\p{N}.,/]*(?:(?:\\s[x×*]\\s|[x×*])\\p{N}[\\p{N}.,]*)*\\s*-?${MEASURE}(?![\\p{L}\\d]|-\\p{L})|\\d+/(?:2|3|4|8|16|32|64)(?!\\d)|0\\d+`
const SIZES = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SIZE})`, 'giu')
const AMOUNTS = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\p{L}-)(?:${DATE}|${SIZE}|(?<times>x\\s?)?(?<number>${NUMBER})(?!\\d)(?:\\s*(?<unit>${UNIT})(?![\\p{L}\\d]|-\\p{L})\\.?)?)`,
  'giu',
)
const LABEL =
  /(?:\b(?:qty|quantity|quant|menge|anzahl|stückzahl|amount)|(?<!\d\s*)\b(?:pcs|pieces|stk|stück|ea))\b\W*$/iu
/** What stands before the number of something else. */
const NUMBERED = /(?:\b(?:no|nr|number|po|ref|kw|week|tel)\b|#)\W*$/i
const TIMES = /(?<!\d\s*)[x×*]\s*$/iu
const DIVIDER = new RegExp(`(?:[:=>→…/,;|\\t]|\\.{2}|\\s[–-]|\\s\\s|${SKU}\\s*-?)\\s*$`)
/** Words and marks that strike out what they stand beside. */
export const STRUCK =
  /(?<!\p{L})(?:cancel\p{L}*|storn\p{L}*|annul\p{L}*|anulad\p{L}*|delet\p{L}*|removed?|void\p{L}*|entfällt|entfallen|gelöscht|gestrichen|supprim\p{L}*|eliminad\p{L}*|optional|optionnel|opcional|dn[pifb]|do not|don'?t|nicht|not (?:needed|required|ordered|to order)|no longer|obsolete|discontinued|on hold|skip|ignore)(?!\p{L})|~~/iu
/** Words beside a number that may change it. */
const UNCERTAIN =
  /(?<!\p{L})(?:ca|circa|approx\p{L}*|about|around|roughly|nearly|almost|etwa|ungefähr|rund|zirka|min|minimum|mind|mindestens|least|max|maximum|maximal|most|up to|bis|or|oder|than|under|maybe|perhaps|probably|vielleicht|per|pro|every|not|nicht|kein\p{L}*|few|several|couple|half|some|hundreds?|thousands?|einige|mehrere|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|fünfzig)(?!\p{L})|^no\s+[^\p{L}\d\s]|\/\s*(?:vpe|ve|box|day|week|month|tag|woche|monat)(?!\p{L})/iu
const DIGITS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const WORD = new RegExp(
  `(?<=^|\\s(?:need|send|order|add|and)\\s+)(?:${DIGITS.join('|')}|an?(?=\\s+(?:dozen|hundred|gross)))(?=\\s)`,
  'i',
)
/** May be a SKU of another form than `FW-1013`; the shop looks whether there is one. */
const CODE = /^(?=.*\d)[a-z\d]+(?:[./-][a-z\d]+)+$|^[a-z]+\d+$/i

/** Patterns look at each number of an item with all that stands around it. */
const LONGEST_ITEM = 500

type Amount = {
  start: number
  end: number
  number: string
  unit: string
  rank: number
  isOdd: boolean
}

/**
 * Reads one item: a SKU, and the one whole number that is left without sizes, prices, dates and the name of its
 * product. Of several numbers the likeliest is filled in, and confirmed.
 */
export function readItem(
  written: string,
  known: KnownProducts = new Map(),
): PastedItem | { unreadable: Unreadable } {
  if (written.length > LONGEST_ITEM) return { unreadable: 'too-long' }
  const skus = skusIn(written, known)
  const [sku = null] = skus.map(({ sku }) => sku)
  if (skus.some((other) => other.sku !== sku)) return { unreadable: 'several-skus' }
  const product = known.get(sku ?? '')
  const marked = withoutName(withoutSkus(written, skus, SKU), product?.name ?? '')
  const text = marked
    .replace(PRICE, ' ')
    .trim()
    .replace(WORD, (word) => String(Math.abs(DIGITS.indexOf(word.toLowerCase()))))
  const [first, ...others] = amountsIn(text, sku !== null)
  const amount = first && first.rank >= 0 ? first : undefined
  const rest = amount ? `${text.slice(0, amount.start)} ${text.slice(amount.end)}` : text
  const name = product ? null : nameIn(rest)
  if (sku === null && !amount) return { unreadable: 'no-quantity' }
  if (sku === null && name === null) return { unreadable: 'no-product' }
  const item = { sku, name, ...(product && { products: [product] }) }
  if (!amount) {
    const isMore =
      /\p{N}/u.test(`${marked}${withoutSkus(written, skus, ' ').replace(SIZES, ' ')}`) ||
      UNCERTAIN.test(rest) ||
      saysMore(rest, product?.name ?? '')
    return withDoubt({ ...item, quantity: null }, STRUCK.test(rest), sku !== null && isMore)
  }
  const pieces = piecesOf(amount.number, signIn(written))
  if ('unreadable' in pieces) return pieces
  const unit = unitOf(amount.unit)
  const each = unit ? unit.pieces : 1
  const quantity = each === null ? null : pieces.pieces * each
  const isOdd =
    amount.isOdd ||
    UNCERTAIN.test(rest) ||
    /(?!\d)\p{N}/u.test(rest.replace(SIZES, ' ')) ||
    // `40 FW-1013 pairs`
    (sku !== null && wordsOf(rest).some((word) => word.length > 1 && isUnit(word) && unitOf(word)))
  const read = withDoubt({ ...item, quantity }, STRUCK.test(rest), isOdd)
  if (read.doubt) return read
  const texts = others.map(({ number }) => number)
  const doubt: Doubt | null =
    (unit && { why: 'unit', question: unitQuestion(pieces.pieces, unit) }) ??
    (pieces.other === null ? null : { why: 'two-readings', others: [String(pieces.other)] }) ??
    (texts.length > 0 && sku !== null ? { why: 'second-number', others: texts } : null)
  return doubt ? { ...read, doubt } : read
}

/** The numbers that may be the quantity, the likeliest first; beside a SKU, the later of two. */
function amountsIn(text: string, isBeside: boolean): Amount[] {
  const amounts = [...text.matchAll(AMOUNTS)].flatMap(
    ({ 0: whole, index, groups = {} }): Amount[] => {
      const { number, times, unit = '' } = groups
      const [before, after] = [text.slice(0, index), text.slice(index + whole.length)]
      const isTimes =
        times !== undefined ||
        /^x$/i.test(unit) ||
        TIMES.test(before) ||
        /^\s*[x×*](?!\s*\d)/iu.test(after)
      // In `17 x 19` without a SKU, both are sizes.
      if (number === undefined || (!isBeside && /^[x×*]\s*\d/iu.test(unit))) return []
      const isApart =
        before.replace(COURTESY, '') === '' ||
        (/[([]$/.test(before) && /^[)\]]/.test(after)) ||
        (DIVIDER.test(before) && (after === '' || before.trimEnd().endsWith(SKU)))
      const label = LABEL.exec(before)
      const start = label?.index ?? (isTimes ? before.replace(TIMES, '').length : index)
      const isNumbered =
        NUMBERED.test(before) || (/order\W*$/i.test(before) && /^\d{4}/.test(number))
      const rank =
        isNumbered || /^\p{L}/u.test(after)
          ? -1
          : label
            ? 4
            : isTimes
              ? 3
              : isApart
                ? 2
                : unit === ''
                  ? 0
                  : 1
      const end = index + whole.length + (/^\s*[x×*](?!\s*\d)/iu.exec(after)?.[0].length ?? 0)
      const isOdd =
        /(?:^|[\s(:=;,])[+±-]$|[~≈<≤≥]\s*$|(?<![-=])>$|\d[.,'’]$/.test(before) ||
        /^(?:[.,'’]\d|[^\s\p{L}\p{N},.;:)\]|"'x×*/@=…–-]|\s*\?|\s*\+|-(?:\s*$|\s+\p{L}))/u.test(
          after,
        )
      return rank > 0 || isBeside ? [{ start, end, number, unit, rank, isOdd }] : []
    },
  )
  const whole = amounts.filter(({ number }) => Number.isInteger(readNumber(number)?.value))
  const ranked = whole.length > 0 ? whole : amounts
  return (isBeside ? ranked.reverse() : ranked).sort((a, b) => b.rank - a.rank)
}

/** Returns what may be a SKU in a line, the likeliest first. */
export const codesInLine = (text: string) => possibleSkus(text).map(({ sku }) => sku)

function possibleSkus(text: string): FoundSku[] {
  const codes = [...text.matchAll(/[^\s,;:|()[\]"]+/gu)].flatMap(({ 0: code, index }) => {
    const sku = countIn(code) === undefined ? codeIn(code) : null
    return sku === null ? [] : { sku, index, length: code.length }
  })
  return [...findSkus(text), ...codes]
}

/** The SKUs in a text: those that the catalogue knows, or else those that look like one of ours. */
function skusIn(text: string, known: KnownProducts): FoundSku[] {
  const sure = possibleSkus(text).filter(({ sku }) => known.has(sku))
  const apart = sure.filter(({ index }, at) => sure.findIndex((one) => one.index === index) === at)
  return sure.length > 0 ? apart.sort((a, b) => a.index - b.index) : findSkus(text)
}

const withoutSkus = (text: string, skus: FoundSku[], mark: string) =>
  skus.reduceRight(
    (text, { index, length }) => text.slice(0, index) + mark + text.slice(index + length),
    text,
  )

/** Removes the name of a product, or its first words. */
function withoutName(text: string, name: string): string {
  const [first, ...others] = wordsOf(name)
  if (first === undefined) return text
  const pattern = others.reduceRight(
    (rest, word) => `(?:[^\\p{L}\\p{N}${SKU}]+${word}${rest})?`,
    '',
  )
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${first}${pattern}(?![\\p{L}\\p{N}])`, 'iu'),
    ' ',
  )
}

function withDoubt(item: PastedItem, isStruck: boolean, isOdd: boolean): PastedItem {
  if (isStruck) return { ...item, doubt: { why: 'struck' } }
  return isOdd ? { ...item, doubt: { why: 'not-understood' } } : item
}

/** The sign of decimals that the numbers of a line show, its prices included. */
const signIn = (line: string) =>
  decimalSignOf(line.match(/(?<![\p{L}\d.,-])\d+(?:[.,'’]\d+)+(?![\p{L}\d])/gu) ?? [])

/** Returns whether the text names a product and a quantity of its own. */
export function isWholeItem(text: string): boolean {
  const read = readItem(text)
  return !('unreadable' in read) && (read.quantity !== null || read.doubt?.why === 'unit')
}

function nameIn(text: string): string | null {
  const name = text
    .replaceAll(SKU, ' ')
    .replace(/[()[\]"“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:=*×>→#…/|-]+|[\s,;:=*×>→#…/|-]+$/gu, '')
    .replace(COURTESY, '')
    .trim()
  return /\p{L}{3}/u.test(name) || CODE.test(name) ? name : null
}
