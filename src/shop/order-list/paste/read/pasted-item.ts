import type { Product } from '#shop/catalogue/product.ts'
import { ELSEWHERE } from '#shop/tables/quantity-words.ts'
import { isUnit, unitOf, unitQuestion } from '#shop/tables/units.ts'
import { codeIn, countIn } from './order-columns.ts'
import { amountsIn, SKU, signIn, withoutPrices, withoutSizes } from './pasted-amounts.ts'
import type { Doubt, PastedItem, Unreadable } from './pasted-line.ts'
import { piecesOf } from './pasted-number.ts'
import { type FoundSku, findSkus } from './pasted-sku.ts'
import { COURTESY, saysMore, wordsOf } from './similar-names.ts'

/** The products of the catalogue by the SKUs that a text names. */
export type KnownProducts = ReadonlyMap<string, Product>

/** Words and marks that strike out what they stand beside. */
export const STRUCK =
  /(?<!\p{L})(?:cancel\p{L}*|storn\p{L}*|annul\p{L}*|anulad\p{L}*|delet\p{L}*|removed?|void\p{L}*|entfällt|entfallen|gelöscht|gestrichen|supprim\p{L}*|eliminad\p{L}*|optional|optionnel|opcional|dn[pifbo]|do not|don'?t|nicht|not (?:needed|required|ordered|to order|fitted|populated|mounted|placed|installed|approved)|(?:send|sent|ship|give|take)(?:ing)? back|zurück(?:schicken|senden|geben|nehmen)|renvo(?:i|ie|yer|yons)|devolve(?:r|mos)|no longer|obsolete|discontinued|on hold|skip|ignore|returns?|returned|rma|cr[eé]dit(?:ed|s|o)?(?!\s*(?:card|limit|terms|account|\d))|^avoir|retour(?:en|e|s|née?s?)?|retoure?n?schein|rücksendung|rückgabe|gutschrift|devuelt[oa]s?|devoluci[oó]n|abono|ne pas|no (?:pedir|comprar|ordenar)|kein bedarf)(?!\p{L})|~~/iu
const UNCERTAIN =
  /(?<!\p{L})(?:ca|circa|approx\p{L}*|about|around|roughly|nearly|almost|etwa|ungefähr|rund|zirka|min|minimum|mind|mindestens|least|max|maximum|maximal|most|up to|bis|or|oder|than|under|maybe|perhaps|probably|vielleicht|per|pro|al (?:mes|día|año)|par (?:mois|semaine|jour|an)|por (?:mes|semana|día|año)|every|not|nicht|kein\p{L}*|few|several|couple|half|some|hundreds?|thousands?|einige|mehrere|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|fünfzig)(?!\p{L})|^no\s+[^\p{L}\d\s]|\/\s*(?:vpe|ve|box|day|week|month|tag|woche|monat)(?!\p{L})/iu
const DIGITS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const WORD = new RegExp(
  `(?<=^|\\s(?:need|send|order|add|and)\\s+)(?:${DIGITS.join('|')}|an?(?=\\s+(?:dozen|hundred|gross)))(?=\\s)`,
  'i',
)
/** May be a SKU of another form than `FW-1013`; the shop looks whether there is one. */
const CODE = /^(?=.*\d)[a-z\d]+(?:[./-][a-z\d]+)+$|^[a-z]+\d+$/i

/** Patterns look at each number of an item with all that stands around it. */
const LONGEST_ITEM = 500

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
  const text = withoutPrices(marked)
    .trim()
    .replace(WORD, (word) => String(Math.abs(DIGITS.indexOf(word.toLowerCase()))))
  const [first, ...others] = amountsIn(text, sku !== null)
  const amount = first && first.rank >= 0 ? first : undefined
  const rest = amount ? `${text.slice(0, amount.start)} ${text.slice(amount.end)}` : text
  const name = product ? null : nameIn(rest)
  if (sku === null && !amount) return { unreadable: 'no-quantity' }
  if (sku === null && name === null) return { unreadable: 'no-product' }
  const item = { sku, name, ...(product && { products: [product] }) }
  const struck: Doubt | null = STRUCK.test(text) ? { why: 'struck' } : null
  const unclear: Doubt = { why: 'not-understood' }
  if (!amount) {
    const isMore =
      /\p{N}/u.test(marked + withoutSizes(withoutSkus(written, skus, ' '))) ||
      UNCERTAIN.test(rest) ||
      saysMore(rest, product?.name ?? '')
    return withDoubt({ ...item, quantity: null }, struck ?? (sku !== null && isMore ? unclear : null))
  }
  const pieces = piecesOf(amount.number, signIn(written))
  if ('unreadable' in pieces) return pieces
  const unit = unitOf(amount.unit)
  const each = unit ? unit.pieces : 1
  const quantity = each === null ? null : pieces.pieces * each
  const texts = others.map(({ number }) => number)
  const isUnclear =
    amount.isOdd ||
    UNCERTAIN.test(rest) ||
    /(?!\d)\p{N}/u.test(withoutSizes(rest)) ||
    (sku !== null && hasUnit(rest))
  const doubt: Doubt | null =
    struck ??
    (isUnclear ? unclear : null) ??
    (unit && { why: 'unit', question: unitQuestion(pieces.pieces, unit) }) ??
    (pieces.other === null ? null : { why: 'two-readings', others: [String(pieces.other)] }) ??
    (texts.length > 0 && sku !== null ? { why: 'second-number', others: texts } : null) ??
    (ELSEWHERE.test(rest.toLowerCase()) ? unclear : null)
  return withDoubt({ ...item, quantity }, doubt)
}

const withDoubt = (item: PastedItem, doubt: Doubt | null): PastedItem => (doubt ? { ...item, doubt } : item)

/** Whether a unit other than pieces stands apart from the number: `40 FW-1013 pairs`. */
const hasUnit = (text: string) =>
  wordsOf(text).some((word) => word.length > 1 && isUnit(word) && unitOf(word) !== null)

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
  const apart = sure.filter(({ index }, at) => sure.findIndex((item) => item.index === index) === at)
  return sure.length > 0 ? apart.sort((a, b) => a.index - b.index) : findSkus(text)
}

const withoutSkus = (text: string, skus: FoundSku[], mark: string) =>
  skus.reduceRight(
    (text, { index, length }) => text.slice(0, index) + mark + text.slice(index + length),
    text,
  )

function withoutName(text: string, name: string): string {
  const [first, ...others] = wordsOf(name)
  if (first === undefined) return text
  const pattern = others.reduceRight((rest, word) => `(?:[^\\p{L}\\p{N}${SKU}]+${word}${rest})?`, '')
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${first}${pattern}(?![\\p{L}\\p{N}])`, 'iu'), ' ')
}

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
