import { isUnit, unitOf } from './units.ts'

/** What a heading says of the numbers below it, besides what they are: `Price (EUR, incl. VAT) per 100`. */
export type HeadingMeaning = {
  currency?: string
  isMoney?: true
  isGross?: true
  /** How many pieces a number is of; null for an unknown number of them, which `unit` names. */
  per?: number | null
  unit?: string
  /** Words in brackets that say nothing known. */
  unknown?: string
  /** The grams of its unit; null for one that can't be converted. */
  grams?: number | null
}

const between = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu')
export const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u')

export const TAX =
  '(?:sales )?(?:vat|tax(?:es)?|gst|mwst|mehrwertsteuer|ust|iva|tva|steuern?|impuestos?|taxes)'
const NET = between(
  `(?:excl(?:uding|usive|\\.)?|exkl(?:usive|\\.)?|zzgl\\.?|ex\\.?|hors|sin|ohne|without|before|plus|no)(?: of)? ?${TAX}\\.?|${TAX}\\.? ?(?:excl\\p{L}*|exkl\\p{L}*|no inclu\\p{L}*)|h\\.?t\\.?|netto|net|neto|nett?e|excl\\.?|exkl\\.?|a\\.?d\\.?s\\.?`,
)
const GROSS = between(
  `(?:incl?(?:uding|usive|ud(?:es?|ed)|\\.)?|inkl(?:usive|\\.)?|with|mit|con|avec|after|including)(?: of)?(?: the)?(?: legal| gesetzl\\.?)?(?: \\d+(?:[.,]\\d+)? ?%)? ?${TAX}(?: incl\\p{L}*|\\.?)|${TAX}\\.? ?(?:incl\\p{L}*|inkl\\p{L}*|inc\\.?|comprise?s?)|t\\.?t\\.?c\\.?|toutes taxes comprises|brutto|gross|bruto|brute?|pvp|incl\\.?|inkl\\.?`,
)
const BRUTTO = /(?<!\p{L})brutto(?=preis|vk|listenpreis|verkaufspreis|stückpreis)/gu
const DOLLARS = /(?<!\p{L})(?:us ?\$|usd|us dollars?|u\.s\. dollars?|dollars?|(?<!\p{L})\$)(?!\p{L})/gu
const CURRENCY = /[€£¥₹₽₩₺₴₪฿₫₱]|(?<!\p{L})[a-z]{1,2}\$/gu
const CURRENCIES = between(
  'eur|euros?|gbp|sterling|chf|sfr\\.?|fr\\.|franken|francs?|cny|rmb|jpy|yen|pln|zł|czk|kč|sek|nok|dkk|cad|aud|nzd|inr|mxn|brl|huf|hkd|sgd|twd|krw|zar|ars|clp|cop|thb|ils|aed|uah|bgn|isk|rub|idr|myr|php|vnd|cdn|rupees?|pesos|kr\\.?|pence|rappen|groszy|øre|öre',
)
const NUMBER = '(\\d{1,3}(?:[., ]\\d{3})+|\\d+)'
const PER_WORDS = '(?<!\\p{L})(?:per|je|pro|par|por|pour|für|for|cada|les|aux?|p\\.|[x×])'
const PER = `(?:${PER_WORDS}|/)`
const MEASURE = whole(
  'm|meters?|metres?|mètres?|metros?|ft|feet|l|lit(?:er|re)s?|litros?|rolls?|rollen?|rouleaux?|sets?|kits?|satz|sätze|jeux?|juegos?|layers?|lagen?|colis|lots?|lote',
)
// But no day, as in `per 15.2.2027`.
const PER_NUMBER = new RegExp(`${PER} ?${NUMBER}(?![\\d.,/-]*\\d)(?: ?(\\p{L}+)(?!\\p{L})\\.?)?`, 'gu')
const OF = '(?: (?:of|à|de|zu|a) \\d+)?'
const PER_UNIT = new RegExp(`(?:${PER_WORDS} |p\\.|/ ?)(\\p{L}[\\p{L}\\d]*${OF})\\.?(?![\\p{L}])`, 'gu')
const MANY = new RegExp(
  `(?<![\\p{N}.,])${NUMBER} ?(pcs?|pieces|stk|st|stück|pièces|piezas|units|unités|unidades|uds?|ea)(?!\\p{L})\\.?`,
  'gu',
)
const PIECES =
  /(?<!\p{L})(?:(?:in )?(?:pcs|pieces|stk|stück|pièces|piezas|uds|each|ea|pce|pc|c\/u))(?!\p{L})\.?/gu
const IN = new RegExp(`(?<!\\p{L})(?:in|en) (\\p{L}+${OF}|\\d+)`, 'gu')
const CENTS =
  /¢|(?<!\p{L})(?:(?:us|in|en) cent|(?:in |en )?(?:cents|ct|centimes|centavos|céntimos))(?!\p{L})/gu
const BRACKET = /[([]([^()[\]]{1,40})[)\]]/g

const GRAMS: [unit: RegExp, grams: number | null][] = [
  [whole('g|gr|grs|gms?|grams?|grammes?|gramm|gramos?'), 1],
  [whole('kgs?|kilos?|kilogram(?:s|me|mes|m|os)?|kilogramos?|kgm'), 1000],
  [whole('lbs?|lb av|pounds?|livres?|libras?|#|lbr'), 453.59237],
  [whole('oz|ounces?|unzen?|onces?|onzas?|onz'), 28.349523125],
  [whole('t|tonnes?|tonnen?|toneladas?|tne'), 1_000_000],
  [whole('mg|milligrams?|milligramm|milligrammes?|miligramos?'), 0.001],
  [whole('dag|dkg'), 10],
  [whole('tons?|cwt|zentner|stones?|pfund|ct|carats?|gn|grains?|quintal(?:es|aux)?'), null],
]

/** The grams of a unit of weight; null for one that can't be converted, undefined for other words. */
export const gramsOf = (unit: string): number | null | undefined =>
  GRAMS.find(([words]) => words.test(unit.trim().toLowerCase().replace(/\.$/, '')))?.[1]

/** A heading in small letters, in which `priceUnit` is two words. */
export const plainHeading = (heading: string, longest: number) =>
  heading
    .slice(0, longest)
    .normalize('NFC')
    .replace(/(\p{Ll}{2})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ')

/** Whether a text says nothing but what can stand beside a number: `EUR je 100 Stück`. */
export function isMeaning(text: string): boolean {
  if (!/[\p{L}\p{Sc}%/]/u.test(text)) return false
  const { meaning, rest } = readHeading(`(${text.replace(/^[([]|[)\]]$/g, '')})`)
  return meaning.unknown === undefined && rest.trim() === ''
}

const OF_PRICES =
  /(?<!\p{L})(?:all|our|the|list|prices?|price list|are|is|currency|alle|unsere|die|preise?|preisliste|sind|verstehen sich|angaben|währung|nos|les|tous|prix|tarifs?|sont|devise|todos|los|nuestros|precios?|lista|son|moneda)(?!\p{L})/giu

/** What a line beside a table says of its prices: `EUR`, `per 100` of “All prices in EUR, per 100”. */
export const pricesSaid = (line: string): string[] =>
  line
    .slice(0, 300)
    .split(/[,;:()*\t]|\s[-–]\s|(?<!\p{L})(?:in|en)(?!\p{L})/iu)
    .map((part) => part.replace(OF_PRICES, ' ').trim())
    .filter((part) => {
      const { currency, isGross, per } = readHeading(`(${part})`).meaning
      // A word such as “Sets” is the title of a group.
      const isPer = per !== undefined && /\d|^(?:per|je|pro|par|por|\/)/i.test(part)
      return isMeaning(part) && (currency || isGross || isPer)
    })

/** Reads what a heading says of its numbers, and leaves its other words: `price`. */
export function readHeading(heading: string): { meaning: HeadingMeaning; rest: string } {
  const meaning: HeadingMeaning = {}
  let text = ` ${plainHeading(heading, 200)}`
  /** Takes words out of the heading; not those for which `found` returns false. */
  const take = (words: RegExp, found: (word: string, ...groups: string[]) => unknown = () => 1) => {
    text = text
      .replace(words, (word, ...groups) => (found(word, ...groups) === false ? word : ' '))
      .replace(/ {2,}/g, ' ')
  }
  const each = (pieces: number | null, unit: string) => {
    if (pieces === 1) return
    meaning.per = pieces
    meaning.unit = unit.trim()
  }
  /** Takes a unit of measure that stands alone. */
  const takeUnit = (word: string) => {
    const grams = gramsOf(word)
    if (grams !== undefined) Object.assign(meaning, { grams, unit: meaning.unit ?? word })
    const isMeasure = grams === undefined && (isUnit(word) || MEASURE.test(word))
    const unit = isMeasure ? unitOf(word) : undefined
    if (unit) each(unit.pieces, word)
    return unit !== undefined || grams !== undefined
  }
  take(NET)
  for (const words of [GROSS, BRUTTO]) take(words, () => Object.assign(meaning, { isGross: true }))
  take(DOLLARS, () => Object.assign(meaning, { isMoney: true }))
  for (const words of [CURRENCY, CURRENCIES])
    take(words, (word) => Object.assign(meaning, { currency: word.trim().toUpperCase() }))
  take(CENTS, (word) => each(100, word))
  take(PER_NUMBER, (word, count = '', unit = '') => {
    if (/^(?:for|für|pour) ?(?:19|20)\d\d$/.test(word)) return false
    const pieces = isUnit(unit) || unit === '' ? unitOf(unit) : { pieces: null }
    const many = Number(count.replace(/\D/g, ''))
    return each(pieces === null ? many : pieces.pieces && many * pieces.pieces, word)
  })
  take(MANY, (word, count = '') => each(Number(count.replace(/\D/g, '')), word))
  take(
    /(?<!\p{L})(?:per|pro|par|por|je|au) ?(?:cent|cien|ciento|mille|mil|millar(?:es)?)(?!\p{L})|‰/gu,
    (word) => each(word.includes('c') ? 100 : 1000, word),
  )
  take(PER_UNIT, (_, word = '') => takeUnit(word) || PIECE.test(word))
  take(BRACKET, (_, inside = '') => {
    const word = inside
      .trim()
      .replace(/^in /, '')
      .replace(/^[x×]\s*(?=\d)/, '')
    const [count] = new RegExp(`^'?${NUMBER}s?$`).exec(word) ?? []
    // '00 and '000 stand for hundreds and thousands.
    const digits = count?.replace(/\D/g, '') ?? ''
    if (count && !/^(?:19|20)\d\d$/.test(count)) each(Number(digits) || 10 ** digits.length, word)
    else if (!takeUnit(word)) {
      const isKnown = word.split(/[\s,;/]+/).map((part) => part === '' || takeUnit(part))
      if (isKnown.includes(false)) meaning.unknown = word
    }
  })
  take(PIECES)
  take(IN, (_, word = '') => {
    if (/^\d+$/.test(word)) each(Number(word), word)
    return /^\d+$/.test(word) || takeUnit(word)
  })
  take(/(?<=\S )(\p{L}{2,12})\.?(?=\s*$)/gu, (_, word = '') => takeUnit(word))
  take(/%/g, () => each(null, '%'))
  take(/(?<=\S )(?:en|in|au|aux|les|de)(?=\s*$)/gu)
  return { meaning, rest: text }
}

const PIECE = whole(
  'piece|pieza|pièce|unit|unidad|unité|stück|stk|st|item|artikel|each|pc|pce|ea|u|ud|tool|one|1|uds|st',
)

/** Whether a cell says that a price is with tax: `brutto`, `incl.`. */
export const isGross = (cell: string): boolean =>
  [cell, `vat ${cell.replace(/\.$/, '')}`].some(
    (text) => isMeaning(text) && readHeading(`(${text})`).meaning.isGross,
  )
