import { readNumber } from '#platform/written-number.ts'
import { MEASURE, NUMBER_WORD } from './pasted-number.ts'

/** Why a quantity must be confirmed. */
export type Doubt = {
  why:
    | 'range'
    | 'about'
    | 'sign'
    | 'two-readings'
    | 'second-number'
    | 'not-understood'
    | 'unit'
    | 'struck'
    | 'two-skus'
  /** The other possible quantities, as written. */
  others: string[]
  /** The arithmetic of a unit. */
  question?: string
}

/** The position of a quantity in a text: the whole expression, `12 pcs`, and its number in it. */
export type QuantityPlace = {
  start: number
  end: number
  numberStart: number
  numberEnd: number
  /** Whether a unit, a label or a sign of multiplication marks it as the quantity. */
  isExplicit: boolean
}

const ABOUT_BEFORE =
  /(?:\b(?:ca|circa|approx|approximately|about|around|roughly|nearly|almost|etwa|ungefähr|rund|zirka|min|minimum|mind|mindestens|at least|max|maximum|maximal|at most|up to|bis zu|more than|less than|over|under|maybe|perhaps|probably|vielleicht)\b\.?|(?<![-=])[~≈<>≤≥])\s*$/iu
const ABOUT_AFTER =
  /^\s*(?:\?|\+|(?:or so|or more|or less|oder mehr|plus\/minus|minimum|maximum|min|max|ca|circa|approx\w*|about|roughly)\b)/iu
const PIECES = '(?:\\s*(?:pieces?|pcs?|ea|stück|stk|units?)\\.?)?'
const RANGE_WORD = `(?:\\s*(?:-+|/|\\.{2,3}|…|~)|${PIECES}\\s+(?:to|bis|or|oder|till|until))`
const RANGE_BEFORE = new RegExp(`(?<![\\p{L}\\d.,/-])\\d+(?:[.,]\\d+)?${RANGE_WORD}\\s*$`, 'iu')
const RANGE_AFTER = new RegExp(
  `^${RANGE_WORD}\\s*\\d+(?:[.,]\\d+)?(?!\\d|\\s*-?${MEASURE}(?![\\p{L}\\d])|\\s*[x×]\\s*\\d|/\\d)`,
  'iu',
)
const SIGN_BEFORE = /(?:^|[\s(:=;,])[+±-]$/
const MULTIPLIER =
  /^\s*(?:k|dozens?|doz|dz|dutzend|gross|hundred|thousand|hundert|tausend|tsd|million|mio|pairs?|paar)(?![\p{L}])/iu
const VAGUE = new RegExp(
  `(?<![\\p{L}-])(?:few|several|couple|some more|half|dozens?|dutzend|gross|hundreds?|thousands?|hundert|tausend|paar|einige|mehrere|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|fünfzig|seventy|eighty|ninety|${NUMBER_WORD})(?![\\p{L}-])`,
  'iu',
)
const COMPOUND_WORD =
  /(?<!\p{L})(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/iu
const WORD_AFTER = new RegExp(`^\\s*(?:and\\s+)?${NUMBER_WORD}(?![\\p{L}-])`, 'iu')
const REPEATED =
  /(?:\b(?:per|pro|every)\s+|\/\s*)(?:day|week|month|quarter|year|tag|woche|monat|quartal|jahr|box|carton|karton|pack|vpe|ve)(?!\p{L})/iu
const NEGATED =
  /(?<!\p{L})(?:not|cancel\p{L}*|storn\p{L}*|nicht|kein\p{L}*)(?!\p{L})|^no\s+[^\p{L}\d\s]/iu
const MEASURED = new RegExp(`^\\s*-?${MEASURE}(?![\\p{L}\\d])`, 'iu')
const UNIT_AFTER =
  /^\s*(?:pieces?|pcs?|pce|ea|each|stück|stueck|stk|units?|off|items?)(?![\p{L}\d])/iu
const TOKEN = /\p{N}+(?:[.,'’]\p{N}+)*/gu

/** Returns why the parsed or missing (null) quantity is uncertain; null if it is certain. */
export function doubtAbout(text: string, found: QuantityPlace | null): Doubt | null {
  if (REPEATED.test(text) || NEGATED.test(text)) return { why: 'not-understood', others: [] }
  if (found === null) return doubtAboutMissing(text)
  const before = text.slice(0, found.numberStart)
  const [after, rest] = [text.slice(found.numberEnd), text.slice(found.end)]
  const why = (why: Doubt['why']): Doubt => ({ why, others: [] })
  if (/\d[.,'’]$/.test(before) || /^[.,'’]\d/.test(after)) return why('two-readings')
  if (RANGE_BEFORE.test(before) || RANGE_AFTER.test(after) || RANGE_AFTER.test(rest))
    return why('range')
  if (ABOUT_BEFORE.test(before) || ABOUT_BEFORE.test(text.slice(0, found.start)))
    return why('about')
  if (SIGN_BEFORE.test(before) || /^-(?:\s*$|\s+\p{L})/u.test(after)) return why('sign')
  if (ABOUT_AFTER.test(after) || ABOUT_AFTER.test(rest)) return why('about')
  if (MULTIPLIER.test(rest)) return why('not-understood')
  const isWord = !/\d/.test(text.slice(found.numberStart, found.numberEnd))
  if (isWord && WORD_AFTER.test(rest)) return why('not-understood')
  if (/^\p{L}/u.test(rest) && /\p{N}$/u.test(text.slice(found.start, found.end)))
    return why('not-understood')
  const others = otherNumbers(text, found)
  return others.length > 0 ? { why: 'second-number', others } : null
}

/** Digits of other scripts, superscripts and fractions are not parsed, except in sizes. */
export function doubtAboutDigits(text: string): Doubt | null {
  const odd = new RegExp(`(?<!\\p{L})(?!\\d)\\p{N}(?!\\p{N}*\\s*-?${MEASURE}(?![\\p{L}\\d]))`, 'iu')
  return odd.test(text) ? { why: 'not-understood', others: [] } : null
}

function doubtAboutMissing(text: string): Doubt | null {
  const others = otherNumbers(text, null)
  const [first] = others
  if (first === undefined)
    return VAGUE.test(text) || COMPOUND_WORD.test(text) ? { why: 'not-understood', others } : null
  const at = text.indexOf(first)
  const [before, after] = [text.slice(0, at), text.slice(at + first.length)]
  if (RANGE_AFTER.test(after)) return { why: 'range', others }
  if (ABOUT_BEFORE.test(before)) return { why: 'about', others }
  if (SIGN_BEFORE.test(before)) return { why: 'sign', others }
  return { why: 'not-understood', others }
}

/** The other numbers that may be quantities: no sizes, dates, prices or codes. */
function otherNumbers(text: string, found: QuantityPlace | null): string[] {
  const read = found && numberAt(text, found)
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    if (found && index >= found.start && index < found.end) return []
    const from = found && index >= found.end ? found.end : 0
    const [before, after] = [text.slice(from, index), text.slice(index + token.length)]
    if (/\p{L}-?$/u.test(before) || isFraction(before, after) || /^-\p{L}/u.test(after)) return []
    if (MEASURED.test(after) || isDimension(before, after)) return []
    if (/^\p{L}/u.test(after)) return found === null && !/^[x×]/iu.test(after) ? [token] : []
    const { value } = readNumber(token) ?? {}
    if (value === undefined) return /^[^\d]+$/.test(token) ? [token] : []
    if (!Number.isInteger(value) || value === read) return []
    const isExplicit =
      UNIT_AFTER.test(after) || /(?<!\d\s*)[x×*]\s*$|(?:qty|menge)\W*$/iu.test(before)
    return found?.isExplicit && !isExplicit ? [] : [token]
  })
}

function isFraction(before: string, after: string): boolean {
  return /\d\/$/.test(before) || /^\/(?:2|3|4|8|16|32|64)(?!\d)/.test(after)
}

/** Whether a number is a part of `17 x 19`. */
function isDimension(before: string, after: string): boolean {
  return /\d\s*[x×*]\s*$/i.test(before) || /^\s*[x×*]\s*\d/i.test(after)
}

function numberAt(text: string, { numberStart, numberEnd }: QuantityPlace): number | undefined {
  return readNumber(text.slice(numberStart, numberEnd))?.value
}

/** Returns the note about a quantity to confirm. */
export function doubtText({ why, others, question = '' }: Doubt): string {
  const meant = others.join(' or ')
  const texts: Record<Doubt['why'], string> = {
    range: 'It may be a range. How many?',
    about: 'It gives no exact quantity. How many?',
    sign: 'There is a sign at the number. How many?',
    'two-readings': meant === '' ? 'The number has two readings.' : `It may also be ${meant}.`,
    'second-number': `It may also be ${meant}.`,
    'not-understood': 'Its quantity is not understood. How many?',
    unit: question,
    struck: 'It may be cancelled or optional. Is it to be ordered?',
    'two-skus': 'It has the SKUs of several tools. Which one?',
  }
  return texts[why]
}

/** Leaves out of a doubt the numbers that are part of the product's name; null when none is left. */
export function doubtBeside(doubt: Doubt | null | undefined, productName: string): Doubt | null {
  if (!doubt || doubt.others.length === 0) return doubt ?? null
  const named = new Set<string>(productName.match(TOKEN) ?? [])
  const others = doubt.others.filter((number) => !named.has(number))
  return others.length === 0 ? null : { ...doubt, others }
}

/**
 * Returns whether a text that contains the whole name of a product has its quantity only there: the 5
 * of `Hex Key Set, 5 pcs` is no order of 5 sets.
 */
export function isInNameOnly(quantity: number | null, text: string, productName: string): boolean {
  if (quantity === null || !wordsOf(text).includes(wordsOf(productName))) return false
  const times = (text: string) =>
    [...text.matchAll(TOKEN)].filter(([token]) => readNumber(token)?.value === quantity).length
  return times(text) > 0 && times(text) === times(productName)
}

const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .match(/[\p{L}\p{N}/]+/gu)
    ?.join(' ')} `
