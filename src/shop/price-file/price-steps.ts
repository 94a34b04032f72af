import type { DecimalMark } from '#platform/written-number.ts'
import type { ChosenColumns } from '#shop/tables/columns/map-columns.ts'
import { type SurveyedTable, surveyTable } from '#shop/tables/columns/survey-columns.ts'
import { createLooseFinder, type FieldName } from '#shop/tables/columns/table-fields.ts'
import type { FileRow } from '#shop/tables/files/collect-rows.server.ts'
import { EXPORT_HEADINGS, priceFields, REQUIRED_FIELDS } from './price-file-fields.ts'

const NUMBER = '(\\d{1,3}(?:[., ]\\d{3})+(?:[.,]0+)?|\\d+(?:[.,]0{1,2})?)'
const PIECES = '(?: ?(?:pcs?|pieces|stk|st|stück|pièces|piezas|uds?|units|unités|unidades|ea))?\\.?'
const TO = '(?:-|–|to|bis|à|a|hasta)'
const FROM = '(?:from|ab|à partir de|a partir de|dès|desde|>=|≥)'
const ABOVE = '(?:>|over|above|more than|über|mehr als|plus de|más de)'
const UP_TO = "(?:up to|bis|jusqu['’]à|hasta|<=?|≤|under|unter)"
const MORE = '(?:\\+|and (?:more|over|up)|or more|und mehr|et plus|y más|o más)'

const wholeOf = (number: string) => Number(number.replace(/[.,]0{1,2}$|\D/g, ''))

/** How a step is written, and the quantity from which it applies. But no day is one, as in `ab 1.1.2027`. */
const STEPS: [step: RegExp, from: (number: string) => string][] = [
  [`${FROM} ?${NUMBER}${PIECES}`, (number: string) => number],
  [`${ABOVE} ?${NUMBER}${PIECES}`, (number: string) => `${wholeOf(number) + 1}`],
  [`${UP_TO} ?${NUMBER}${PIECES}`, () => '1'],
  [`${NUMBER} ?${TO} ?${NUMBER}${PIECES}`, (number: string) => number],
  [`${NUMBER}${PIECES} ?${MORE}`, (number: string) => number],
].map(([step, from]) => [
  new RegExp(`(?<![\\p{L}\\d.,/-])${step}(?![\\d.,/-]*\\d)`, 'iu'),
  from as (number: string) => string,
])

/** The quantity in a cell such as `ab 50 Stk.`, `1-49` or `100+`, as it is written; other cells stay. */
export function stepIn(cell: string): string {
  const text = cell.trim()
  for (const [step, from] of STEPS) {
    const found = step.exec(text)
    if (found?.[0] === text) return from(found[1] ?? '')
  }
  return cell
}

/** The step in a heading such as `Preis ab 50`, and its other words. */
function stepOf(heading: string): { from: string; rest: string } | null {
  for (const [step, from] of STEPS) {
    const found = step.exec(heading)
    const rest = heading.replace(step, ' ').trim()
    if (found && (rest === '' || findField(rest)?.name === 'perPrice'))
      return { from: from(found[1] ?? '').replace(/[., ]0{1,2}$|\D/g, ''), rest }
  }
  return null
}

const findField = createLooseFinder(priceFields)

export type PriceTable = { headings: readonly string[]; rows: FileRow[] }
type Step = { at: number; from: string | { at: number } }

/** Reads a table with a column of prices for each quantity as one with a row for each. */
export function unfoldSteps({ headings, rows }: PriceTable): PriceTable & { note: string | null } {
  const { steps, rest } = stepsOf(headings)
  if (steps.length < 2) return { headings, rows, note: null }
  const used = new Set(steps.flatMap(({ at, from }) => [at, ...(typeof from === 'string' ? [] : [from.at])]))
  const isKept = (_: string, at: number) => !used.has(at)
  const unfolded = rows.flatMap(({ cells, ...row }) => {
    const kept = headings.map((_, at) => cells[at] ?? '').filter(isKept)
    const prices = steps.flatMap(({ at, from }) => {
      const price = cells[at] ?? ''
      const quantity = typeof from === 'string' ? from : (cells[from.at] ?? '')
      return price === '' ? [] : [{ ...row, cells: [...kept, quantity, price] }]
    })
    return prices.length > 0 ? prices : [{ ...row, cells: [...kept, '', ''] }]
  })
  const names = steps.map(({ at }) => headings[at]).join(', ')
  return {
    headings: [...headings.filter(isKept), 'From', rest || 'Price'],
    rows: unfolded,
    note: `${names} are read as steps of the price`,
  }
}

/** The columns of prices for a quantity: `ab 50`, or `Price 2` beside `Quantity 2`. */
function stepsOf(headings: readonly string[]): { steps: Step[]; rest: string } {
  const found = headings.flatMap((heading, at) => {
    const step = stepOf(heading)
    return step ? [{ at, ...step }] : []
  })
  const [first] = found
  if (first) {
    const isSame = found.every(({ rest }) => rest.toLowerCase() === first.rest.toLowerCase())
    return { steps: isSame ? found : [], rest: first.rest }
  }
  const numbered = headings.map((heading) => /^(.*\D) ?(\d)$/.exec(heading))
  const steps = numbered.flatMap((price, at): Step[] => {
    if (!price || findField(price[1] ?? '')?.name !== 'perPrice') return []
    const from = numbered.findIndex(
      (other) => other?.[2] === price[2] && findField(other?.[1] ?? '')?.name === 'minQuantity',
    )
    return from < 0 ? [] : [{ at, from: { at: from } }]
  })
  return { steps, rest: numbered[steps[0]?.at ?? -1]?.[1]?.trim() ?? '' }
}

/** Finds out what the columns of a table of prices are, which gets a row for each step. */
export function surveyPrices(
  table: PriceTable,
  chosen: ChosenColumns = {},
  decimalMarks: Partial<Record<FieldName, DecimalMark>> = {},
): SurveyedTable {
  const { note, ...unfolded } = unfoldSteps(table)
  const file = {
    fields: priceFields,
    chosen,
    decimalMarks,
    required: REQUIRED_FIELDS,
    known: EXPORT_HEADINGS,
  }
  const survey = surveyTable(unfolded, file, (cells, columns) => {
    const at = columns.findIndex(({ field }) => field === 'minQuantity')
    return at < 0 ? cells : cells.with(at, stepIn(cells[at] ?? ''))
  })
  return note === null ? survey : { ...survey, notes: [note, ...survey.notes] }
}
