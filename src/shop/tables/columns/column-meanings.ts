import { gramsOf, type HeadingMeaning, readHeading } from '#shop/tables/meanings.ts'
import { neighbourIn, neighbourOf } from '#shop/tables/neighbours.ts'
import { otherQuantity } from '#shop/tables/quantity-words.ts'
import { setNeighbour } from './neighbour-meanings.ts'
import type { FileColumn } from './survey-columns.ts'
import type { FieldName } from './table-fields.ts'

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
  /** Whether a number without a percent sign is below 1, or a weight has decimals. */
  hasFraction: boolean
}

/** What a bracket may say of any price: its time, or that it is the usual one. */
const USUAL =
  /(?:19|20)\d\d|\d[./]\d+[./]|^q[1-4]|^(?:list[ea]?|standard|std|bas[ei]s?|new|neu|nouveau|nuevo|current|aktuell|vk|sell(?:ing)?|sales?|vente|venta|catalog(?:ue)?|katalog|web|shop|online|packed|shipping|verpackt|versand|emballé|embalado|approx\.?|ca\.?)$/

/** But not of which days a price is. */
const OF_DAYS = /valid|until|gültig|\bbis\b|valable|jusqu|v[áa]lid|vigente|hasta|effective|expir/
const isUnusual = (text: string) => OF_DAYS.test(text) || !USUAL.test(text)

/** What is wrong with a number as its heading has it, in words that follow the heading; null if nothing is. */
function whyNotPlain(
  { currency, isMoney, isGross, per, grams, unit, unknown }: HeadingMeaning,
  measure: Measure,
): string | null {
  if (measure === 'percent')
    return currency || isMoney ? 'is an amount, and discounts here are in percent' : null
  const isUnknown = unknown !== undefined && isUnusual(unknown)
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
  const measures = new Set(columns.map(({ field }) => (field === 'target' ? field : measureOf(field))))
  // Shopify names a unit beside grams.
  if (columns.some(({ field, heading }) => field === 'weight' && /grams?$/i.test(heading)))
    measures.delete('weight')
  const isWeighed = columns.some(
    ({ field, heading }, at) =>
      field === null &&
      [neighbourOf(heading), neighbourIn([...(seen[at]?.values ?? [])])].includes('weightUnit'),
  )
  const asked = columns.map((column, at) => {
    const values = seen[at]
    const question =
      values && (setNumber(column, values, headingOf, isWeighed) ?? setNeighbour(column, values, measures))
    return question ? [question] : []
  })
  return asked.flat()
}

/** Sets how the numbers of a column are converted, or what must be asked. */
function setNumber(
  column: FileColumn,
  { hasFraction }: SeenValues,
  headingOf: (field: FieldName) => string,
  isWeighed: boolean,
): string | undefined {
  const { name, field, heading, choice } = column
  const measure = measureOf(field)
  if (field === null || measure === undefined) return undefined
  const { meaning } = readHeading(heading)
  const label = headingOf(field)
  const asWritten = { name: `${field}:plain`, heading: `${label}, ${plainLabels[measure]}` }
  const isChosen = choice?.startsWith(`${field}:`)
  const why = whyNotPlain(meaning, measure)
  const isPercent = measure === 'percent' && why === null
  if (isPercent && !hasFraction) return undefined
  const isWeight = measure === 'weight' && meaning.grams === undefined && !isWeighed
  const isFraction = isPercent || (isWeight && why === null && hasFraction)
  const each = typeof meaning.per === 'number' ? meaning.unit : 'for one piece'
  if (measure === 'price') asWritten.heading += `, ${each}`
  const others = isPercent
    ? [{ name: `${field}:fraction`, heading: `${label}, where 0.15 is 15 %` }]
    : ['kg', 'lb'].map((unit) => ({ name: `${field}:${unit}`, heading: `Weight in ${unit}` }))
  if (why !== null || isFraction || isChosen) column.choices = [asWritten, ...(isFraction ? others : [])]
  if ((why !== null || isFraction) && !isChosen) {
    column.field = null
    if (isFraction && isWeight)
      return `Choose the unit of ${name}: it has decimals, and weights here are in whole grams.`
    return isFraction
      ? `Choose what ${name} is: 0.15 can be 0.15 % or 15 %.`
      : `${name} ${why}. Choose “${asWritten.heading}” if its numbers are so, or another column.`
  }
  // One that says nothing but that it is per 100 was chosen to be for one piece.
  const chosenUnit = isWeight ? (choice ?? '').replace(/^.*:/, '') : ''
  if (gramsOf(chosenUnit)) Object.assign(meaning, { grams: gramsOf(chosenUnit), unit: chosenUnit })
  else if (isFraction || (isChosen && (why === null || measure !== 'price'))) return undefined
  if (typeof meaning.per === 'number') column.per = meaning.per
  if (typeof meaning.grams === 'number' && measure === 'weight') column.grams = meaning.grams
  const notes = [
    ...(column.per
      ? [`${name}: ${measure === 'pieces' ? 'multiplied' : 'divided'} by ${counted(column.per)}`]
      : []),
    ...(column.grams && column.grams !== 1 ? [`${name}: converted from ${meaning.unit} to grams`] : []),
  ]
  if (meaning.unknown && isUnusual(meaning.unknown))
    notes.push(`“${meaning.unknown}” in ${name} says nothing that the shop knows`)
  if (notes.length > 0) column.note = notes.join(', ')
  return undefined
}
