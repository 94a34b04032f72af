import { decimalSignOf, readNumber } from '#platform/decimal-mark.ts'
import { UNIT } from '#shop/tables/units.ts'
import { MEASURE, NUMBER } from './pasted-number.ts'
import { COURTESY } from './similar-names.ts'

/** Stands for a SKU in a text, so that its digits are no quantity. */
export const SKU = '\u0001'

const EACH = `(?:\\s*(?:each|ea|per piece|per pc|apiece|/\\s*(?:pc|ea|piece|stk))\\b\\.?)?`
const PRICE = new RegExp(
  `(?:[@à=]|\\bat\\b)?\\s*(?:us\\$|[$€£]|\\busd\\b|\\beur\\b)\\s*${NUMBER}${EACH}|(?:[@à=]\\s*|\\bat\\s+)?(?<![\\d.,])${NUMBER}\\s*(?:[$€£]|(?:usd|eur|dollars?|euros?)\\b)${EACH}|(?:[@à]|\\bat)\\s*\\d+[.,]\\d{1,2}(?!\\d)`,
  'giu',
)
const BY =
  'by|on|until|till?|before|due|eta|for|am|bis|zum|vor|ab|le|au|avant le|pour le|el|del|hasta|para el'
/** A date; without a year, behind a word such as `by`. */
const DATE = `\\d{1,4}([./-])\\d{1,2}\\1\\d{2,4}(?!\\d)|(?<=(?<!\\p{L})(?:${BY})\\s+)\\d{1,2}[./-]\\d{1,2}(?!\\d)\\.?`
const MONTH =
  '(?:jan|feb|fév|mär|mar|apr|abr|avr|mai|may|jun|juin|jul|juil|aug|ago|août|sep|okt|oct|nov|dez|dec|déc|dic|ene)\\p{L}{0,6}\\.?'
/** Sizes, `17 x 19 mm`, `1/2 in`, and numbers with leading zeros, which are positions. */
const SIZE = `\\p{N}[\\p{N}.,/]*(?:(?:\\s[x×*]\\s|[x×*])\\p{N}[\\p{N}.,]*)*\\s*-?${MEASURE}(?![\\p{L}\\d]|-\\p{L})|\\d+/(?:2|3|4|8|16|32|64)(?!\\d)|0\\d+`
const BEHIND_SIZE = new RegExp(`\\d\\s?${MEASURE}\\s+$`, 'i')
const SIZES = new RegExp(`(?<![\\p{L}\\p{N}])(?:${SIZE})`, 'giu')
const AMOUNTS = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\p{L}-)(?:${DATE}|${SIZE}|(?<times>x\\s?)?(?<number>${NUMBER})(?!\\d)(?:\\s*(?<unit>${UNIT})(?![\\p{L}\\d]|-\\p{L})\\.?)?)`,
  'giu',
)
const LABEL =
  /(?:\b(?:qty|quantity|quant|menge|anzahl|stückzahl|amount)|(?<!\d\s*)\b(?:pcs|pieces|stk|stück|ea))\b\W*$/iu
/** What stands before the number of something else. */
const NUMBERED = new RegExp(
  `(?:(?<!\\p{L})(?:no|nr|number|po|ref|kw|week|tel|dock|gate|bay|door|aisle|shelf|bin|room|floor|building|hall|halle|tor|rampe|regal|fach|lager|quai|porte|allée|étage|muelle|puerta|pasillo|nave)\\b|(?<!\\p{L})${MONTH}\\s|#)\\W*$`,
  'iu',
)
const IN_MONTH = new RegExp(
  `^(?:\\.|st|nd|rd|th)?\\s*(?:of\\s+)?${MONTH}(?:\\s+\\d{2,4})?\\s*(?:$|[,;)])`,
  'iu',
)
/** A word of its own before a number, as in `, Site 3`, but none such as `, need 3`; or the quantity of another order. */
const NAMED =
  /(?:last (?:time|order)|letztes mal|dernière fois|última vez)\s+$|[,;]\s*(?!need|want|order|send|take|buy|qty|bestell|brauch|benötig|nehm|command|necesit|quier|ped)\p{L}+\.?\s+$/iu
const TIMES = /(?<!\d\s*)[x×*]\s*$/iu
const DIVIDER = new RegExp(`(?:[:=>→…/,;|\\t]|\\.{2}|\\s[–-]|\\s\\s|${SKU}\\s*-?)\\s*$`)
/** Signs that change the number between them, such as `~40`, `+40`, `40?` or `1_000`. */
const ODD_BEFORE = /(?:^|[\s(:=;,])[+±-]$|[~≈<≤≥]\s*$|(?<![-=])>$|\d[.,'’]$/
const ODD_AFTER = /^(?:[.,'’]\d|[^\s\p{L}\p{N},.;:)\]|"'x×*/@=…–-]|\s*\?|\s*\+|-(?:\s*$|\s+\p{L}))/u
const TIMES_AFTER = /^\s*[x×*](?!\s*\d)/iu

const IS_PRICE = /[.,]\d{2}$/

/** A number, its unit and what marks it as the quantity; `rank` is negative if it belongs to something else. */
export type Amount = {
  start: number
  end: number
  number: string
  unit: string
  rank: number
  isOdd: boolean
}

/** The numbers that may be the quantity, the likeliest first; beside a SKU, the later of two. */
export function amountsIn(text: string, isBesideSku: boolean): Amount[] {
  const amounts = [...text.matchAll(AMOUNTS)].flatMap((match) => {
    const amount = amountOf(match, text, isBesideSku)
    return amount && (amount.rank > 0.5 || isBesideSku) ? amount : []
  })
  const whole = amounts.filter(({ number }) => Number.isInteger(readNumber(number)?.value))
  const plain = whole.filter(({ number, rank }) => rank >= 0 && !IS_PRICE.test(number))
  // Decimals are a price when whole numbers stand beside them.
  const ranked = (whole.length > 0 ? whole : amounts).map((amount) =>
    plain.length > 0 && IS_PRICE.test(amount.number) ? { ...amount, rank: -1 } : amount,
  )
  return (isBesideSku ? ranked.reverse() : ranked).sort((a, b) => b.rank - a.rank)
}

function amountOf(
  { 0: whole, index, groups = {} }: RegExpExecArray,
  text: string,
  isBesideSku: boolean,
): Amount | null {
  const { number, times, unit = '' } = groups
  const [before, after] = [text.slice(0, index), text.slice(index + whole.length)]
  // In `17 x 19` without a SKU, both are sizes.
  if (number === undefined || (!isBesideSku && /^[x×*]\s*\d/iu.test(unit))) return null
  const label = LABEL.exec(before)
  const isTimes = times !== undefined || /^x$/i.test(unit) || TIMES.test(before) || TIMES_AFTER.test(after)
  const rank = () => {
    if (NUMBERED.test(before) || IN_MONTH.test(after) || /^\p{L}/u.test(after)) return -1
    if (/order\W*$/i.test(before) && /^\d{4}/.test(number)) return -1
    if (label) return 4
    if (isTimes) return 3
    if (standsApart(before, after)) return 2
    if (unit !== '') return 1
    return NAMED.test(before) || /\d\/$/.test(before) || /^\/\d/.test(after) ? 0 : 0.5
  }
  return {
    start: label?.index ?? (isTimes ? before.replace(TIMES, '').length : index),
    end: index + whole.length + (TIMES_AFTER.exec(after)?.[0].length ?? 0),
    number,
    unit,
    rank: rank(),
    isOdd: ODD_BEFORE.test(before) || ODD_AFTER.test(isTimes ? after.replace(SKU, '') : after),
  }
}

/** Whether a number stands first, in brackets, behind the SKU, or last behind a divider or a size. */
const standsApart = (before: string, after: string) =>
  before.replace(COURTESY, '') === '' ||
  (/[([]$/.test(before) && /^[)\]]/.test(after)) ||
  (DIVIDER.test(before) && (after === '' || before.trimEnd().endsWith(SKU))) ||
  (after === '' && BEHIND_SIZE.test(before))

/** The sign of decimals that the numbers of a line show, its prices included. */
export const signIn = (line: string) =>
  decimalSignOf(line.match(/(?<![\p{L}\d.,-])\d+(?:[.,'’]\d+)+(?![\p{L}\d])/gu) ?? [])

export const withoutPrices = (text: string) => text.replace(PRICE, ' ')

export const withoutSizes = (text: string) => text.replace(SIZES, ' ')
