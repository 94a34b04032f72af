import { type HeadingMeaning, readHeading } from '#shop/tables/meanings.ts'
import {
  isHarmless,
  type Neighbour,
  neighbourIn,
  neighbourOf,
  piecesIn,
} from '#shop/tables/neighbours.ts'
import { otherQuantity } from '#shop/tables/quantity-words.ts'
import { unitOf } from '#shop/tables/units.ts'
import type { FileColumn } from './survey-columns.ts'
import type { FieldName } from './table-fields.ts'

/** What the number of a field is. */
export type Measure = 'price' | 'percent' | 'pieces' | 'weight'

const MEASURES: Record<FieldName, Measure> = {
  perPrice: 'price',
  percent: 'percent',
  quantity: 'pieces',
  onShelf: 'pieces',
  minQuantity: 'pieces',
  weight: 'weight',
}

/** What the number of a field is; undefined for other fields. */
export const measureOf = (field: FieldName | null): Measure | undefined =>
  field !== null && Object.hasOwn(MEASURES, field) ? MEASURES[field] : undefined

/** The values of a column that is not read: some of them, and whether most are numbers. */
export type SeenValues = {
  values: Set<string>
  filled: number
  numbers: number
  hasDecimals: boolean
  /** Whether a number without a percent sign is below 1. */
  hasFraction: boolean
}

/** The values of a column of which rows can be chosen. */
const MOST_CHOICES = 12
const LONGEST_CHOICE = 50

/** What a bracket may say of any price: its time, or that it is the usual one. */
const USUAL =
  /(?:19|20)\d\d|\d[./]\d+[./]|^q[1-4]|^(?:list[ea]?|standard|std|bas[ei]s?|new|neu|nouveau|nuevo|current|aktuell|vk|sell(?:ing)?|sales?|vente|venta|catalog(?:ue)?|katalog|web|shop|online|packed|shipping|verpackt|versand|emballé|embalado|approx\.?|ca\.?)$/

/** What is wrong with a number as its heading has it, in words that follow the heading; null if nothing is. */
function whyNotPlain(
  { currency, isMoney, isGross, per, grams, unit, unknown }: HeadingMeaning,
  measure: Measure,
): string | null {
  if (measure === 'percent')
    return currency || isMoney ? 'is an amount, and discounts here are in percent' : null
  const isUnknown = unknown !== undefined && !USUAL.test(unknown)
  if (measure === 'weight')
    return grams === null || per === null || isUnknown
      ? `is in ${unit ?? unknown}, and weights here are in grams`
      : null
  const isMeasured = per === null || grams !== undefined
  const isOther = unknown !== undefined && (/^(?:min|max)/.test(unknown) || otherQuantity(unknown))
  if (measure === 'pieces')
    return isMeasured || isOther ? `is in ${unit ?? unknown}, and numbers here are of pieces` : null
  const parts = [
    ...(currency ? [`in ${currency}`] : []),
    ...(isGross ? ['with tax'] : []),
    ...(isMeasured ? [`for ${unit}`] : []),
    ...(isUnknown ? [`“${unknown}”`] : []),
  ]
  return parts.length === 0
    ? null
    : `is ${parts.join(' and ')}, and prices here are in US dollars, without tax, for one piece`
}

const counted = (count: number) => count.toLocaleString('en-US')

const plainLabels: Record<Measure, string> = {
  price: 'in US dollars, without tax',
  pieces: 'in pieces',
  weight: 'in grams',
  percent: 'as written, such as 0.15 %',
}

/** Sets what the headings and neighbours of a file's columns say of its numbers. Returns what must be asked. */
export function setMeanings(
  columns: FileColumn[],
  seen: readonly SeenValues[],
  headingOf: (field: FieldName) => string,
): string[] {
  const measures = new Set(
    columns.map(({ field }) => (field === 'target' ? field : measureOf(field))),
  )
  const asked = columns.map((column, at) => {
    const values = seen[at]
    const question =
      values && (setNumber(column, values, headingOf) ?? setNeighbour(column, values, measures))
    return question ? [question] : []
  })
  return asked.flat()
}

/** Sets how the numbers of a column are converted, or what must be asked. */
function setNumber(
  column: FileColumn,
  { hasFraction }: SeenValues,
  headingOf: (field: FieldName) => string,
): string | undefined {
  const { name, field, heading, choice } = column
  const measure = measureOf(field)
  if (field === null || measure === undefined) return undefined
  const { meaning } = readHeading(heading)
  const label = headingOf(field)
  const asWritten = { name: `${field}:plain`, heading: `${label}, ${plainLabels[measure]}` }
  const isChosen = choice?.startsWith(`${field}:`)
  const why = whyNotPlain(meaning, measure)
  const isFraction = measure === 'percent' && why === null
  if (isFraction && !hasFraction) return undefined
  const each = typeof meaning.per === 'number' ? meaning.unit : 'for one piece'
  if (measure === 'price') asWritten.heading += `, ${each}`
  const fraction = { name: `${field}:fraction`, heading: `${label}, where 0.15 is 15 %` }
  if (why !== null || isFraction || isChosen)
    column.choices = [asWritten, ...(isFraction ? [fraction] : [])]
  if ((why !== null || isFraction) && !isChosen) {
    column.field = null
    return isFraction
      ? `Choose what ${name} is: 0.15 can be 0.15 % or 15 %.`
      : `${name} ${why}. Choose “${asWritten.heading}” if its numbers are so, or another column.`
  }
  // One that says nothing but that it is per 100 was chosen to be for one piece.
  if (isFraction || (isChosen && (why === null || measure !== 'price'))) return undefined
  if (typeof meaning.per === 'number') column.per = meaning.per
  if (typeof meaning.grams === 'number' && measure === 'weight') column.grams = meaning.grams
  const notes = [
    ...(column.per
      ? [`${name}: ${measure === 'pieces' ? 'multiplied' : 'divided'} by ${counted(column.per)}`]
      : []),
    ...(column.grams && column.grams !== 1
      ? [`${name}: converted from ${meaning.unit} to grams`]
      : []),
  ]
  if (meaning.unknown && !USUAL.test(meaning.unknown))
    notes.push(`“${meaning.unknown}” in ${name} says nothing that the shop knows`)
  if (notes.length > 0) column.note = notes.join(', ')
  return undefined
}

const concerned: Record<Neighbour, Measure[]> = {
  currency: ['price'],
  tax: ['price'],
  per: ['price'],
  unit: ['price', 'pieces'],
  contents: ['price', 'pieces'],
  weightUnit: ['weight'],
  customer: ['price', 'percent'],
  validFrom: ['price', 'percent'],
  validTo: ['price', 'percent'],
}

const reasons: Partial<Record<Neighbour, string>> = {
  tax: 'some prices are with tax, and prices here are without',
  unit: 'some numbers are for another unit than a piece',
  contents: 'numbers could be of packs, and those here are of pieces',
  customer: 'its prices are of customers',
  validFrom: 'its prices are for a time',
  validTo: 'its prices are for a time',
}

/** What limits the prices of a list, and would say nothing of products. */
const LIMIT =
  /^(?:company|firma|soci[eé]t[eé]|entreprise|empresa|unternehmen|website|store(?: view)?|branch|filiale|sucursal|niederlassung|region|région|región|gebiet|market|markt|marché|mercado|country|land|pays|país|for|für|pour|para|year|jahr|année|año)$/iu
/** What may be the number of pieces that a price is for; short words are abbreviations. */
const FACTOR =
  /^\p{L}{1,3}$|price|preis|prix|precio|unit|einheit|fa[ck]t|basis?|mult|conver|umrech|divis/iu
const isPowerOfTen = (cell: string) => /^(?:1|10{2,3})$/.test(cell)
const isOfPieces = (cell: string) => unitOf(cell)?.pieces !== null
const isNoNumber = (cell: string) => !/^[\d.,]*$/.test(cell) && piecesIn(cell) === null

const convertedBy: Partial<Record<Neighbour, string>> = {
  per: 'Prices divided by',
  weightUnit: 'Weights converted by',
  unit: 'Pieces multiplied by',
}

/** Sets what a column says of others, or what must be asked. */
function setNeighbour(
  column: FileColumn,
  { values, filled, numbers }: SeenValues,
  measures: ReadonlySet<Measure | 'target' | undefined>,
): string | undefined {
  const { name, field, heading, choice } = column
  if (field !== null) return undefined
  const cells = [...values]
  const isOf = (kind: Neighbour) => concerned[kind].some((measure) => measures.has(measure))
  const headed = neighbourOf(heading)
  const inCells = neighbourIn(cells)
  const isWeighed = headed === 'unit' && !isOf('unit') && inCells === 'weightUnit'
  const isLimit = measures.has('target') && LIMIT.test(heading.trim())
  // A “price unit” may be the currency.
  const isCurrency = inCells === 'currency' && (headed === 'per' || headed === 'unit')
  const found = (isCurrency ? inCells : headed) ?? (isLimit ? 'customer' : inCells)
  const kind = isWeighed || (found === 'weightUnit' && isOf('weightUnit')) ? 'weightUnit' : found
  const isPower = cells.some((cell) => /^10{2,3}$/.test(cell)) && cells.every(isPowerOfTen)
  const isFactor = kind === undefined && isPower && FACTOR.test(heading) && isOf('unit')
  if (kind === undefined && !isFactor) {
    const isFlag = cells.every((value) => value === '0' || value === '1')
    if (2 * numbers >= filled && !isFlag && choice === undefined) column.isUnknownNumber = true
    return undefined
  }
  const telling = cells.filter((value) => isFactor || (kind && !isHarmless(value, kind)))
  if (telling.length === 0 || (kind && !isOf(kind))) return undefined
  const isUnclear = kind === 'per' && cells.some(isNoNumber)
  const isCounted = headed === 'unit' && !measures.has('price') && cells.every(isOfPieces)
  const isAsked = isUnclear || isFactor
  const why = isAsked ? 'numbers could be for so many pieces' : kind && !isCounted && reasons[kind]
  const says = choice === 'per' ? choice : why ? undefined : kind
  if (says && (choice === undefined || choice === says)) {
    column.says = says
    if (says in convertedBy) column.note = `${convertedBy[says]} ${name}`
    if (choice === undefined) return undefined
  }
  const isTime = kind === 'validFrom' || kind === 'validTo'
  const rows = isTime
    ? [{ name: 'today', heading: 'Only rows that are valid today' }]
    : isAsked
      ? [{ name: 'per', heading: 'Prices are for so many pieces' }]
      : cells
          .filter((value) => value.length <= LONGEST_CHOICE)
          .slice(0, MOST_CHOICES)
          .map((value) => ({
            name: `only:${value}`,
            heading: `Only rows of ${value || 'no value'}`,
          }))
  column.choices = [{ name: 'plain', heading: 'Not read, it changes nothing' }, ...rows]
  if (choice !== undefined) return undefined
  const sample = telling[0] === undefined ? '' : ` (${telling[0]})`
  return `Choose what ${name}${sample} is: ${why}.`
}
