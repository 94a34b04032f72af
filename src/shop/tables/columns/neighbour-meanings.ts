import { isHarmless, type Neighbour, neighbourIn, neighbourOf, piecesIn } from '#shop/tables/neighbours.ts'
import { unitOf } from '#shop/tables/units.ts'
import type { Measure, SeenValues } from './column-meanings.ts'
import type { FileColumn } from './survey-columns.ts'

/** The values of a column of which rows can be chosen. */
const MOST_CHOICES = 12
const LONGEST_CHOICE = 50

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
  market: ['price', 'percent', 'pieces'],
  state: ['price', 'percent'],
}

const reasons: Partial<Record<Neighbour, string>> = {
  tax: 'some prices are with tax, and prices here are without',
  unit: 'some numbers are for another unit than a piece',
  contents: 'numbers could be of packs, and those here are of pieces',
  customer: 'its prices are of customers',
  validFrom: 'its prices are for a time',
  validTo: 'its prices are for a time',
  market: 'the numbers of each can be for its rows alone',
  state: 'some prices may not be valid',
}

/** What may be the number of pieces that a price is for; short words are abbreviations. */
const FACTOR = /^\p{L}{1,3}$|price|preis|prix|precio|unit|einheit|fa[ck]t|basis?|mult|conver|umrech|divis/iu
const isPowerOfTen = (cell: string) => /^(?:1|10{2,3})$/.test(cell)
const isOfPieces = (cell: string) => unitOf(cell)?.pieces !== null
const isUrl = (cell: string) => /^https?:|^www\./i.test(cell)
const isNoNumber = (cell: string) => !/^[\d.,]*$/.test(cell) && piecesIn(cell) === null

const convertedBy: Partial<Record<Neighbour, string>> = {
  per: 'Prices divided by',
  weightUnit: 'Weights converted by',
  unit: 'Pieces multiplied by',
}

/** Sets what a column says of others, or what must be asked. */
export function setNeighbour(
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
  // A “price unit” may be the currency.
  const isCurrency = inCells === 'currency' && (headed === 'per' || headed === 'unit')
  const found = isCurrency ? inCells : (headed ?? inCells)
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
  // All of a file's products may be of one market.
  const isOne = kind === 'state' || (kind === 'market' && (cells.length === 1 || cells.some(isUrl)))
  if (isOne && !measures.has('target') && choice === undefined) {
    column.note = `${name} is not read: ${cells.slice(0, 3).join(', ')}`
    return undefined
  }
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
