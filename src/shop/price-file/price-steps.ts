import { createLooseFinder } from '#shop/tables/columns/table-fields.ts'
import type { FileRow } from '#shop/tables/files/collect-rows.server.ts'
import { priceFields } from './price-file-fields.ts'

const NUMBER = '\\d[\\d., ]*'
const PIECES = '(?: ?(?:pcs?|pieces|stk|st|stück|pièces|piezas|uds?|units|unités|unidades|ea))?\\.?'
const FROM = '(?:from|ab|à partir de|a partir de|dès|desde|>=?|≥)'
const STEPS = [
  // ab 50 Stk.
  new RegExp(`(?<![\\p{L}\\d])${FROM} ?(${NUMBER})${PIECES}`, 'iu'),
  // 1-49
  new RegExp(`(?<![\\p{L}\\d])(${NUMBER}) ?(?:-|–|to|bis|à|a|hasta) ?${NUMBER}${PIECES}`, 'iu'),
  // 100+
  new RegExp(
    `(?<![\\p{L}\\d])(${NUMBER})${PIECES} ?(?:\\+|and (?:more|over|up)|or more|und mehr|et plus|y más|o más)`,
    'iu',
  ),
]

/** The number in a cell such as `ab 50 Stk.`, `1-49` or `100+`, as it is written; other cells stay. */
export function stepIn(cell: string): string {
  const found = STEPS.map((step) => step.exec(cell.trim())).find(
    (found) => found?.[0] === cell.trim(),
  )
  return found?.[1]?.trim() ?? cell
}

/** The step in a heading such as `Preis ab 50`, and its other words. */
function stepOf(heading: string): { from: string; rest: string } | null {
  for (const step of STEPS) {
    const found = step.exec(heading)
    const rest = heading.replace(step, ' ').trim()
    const from = found?.[1]?.replace(/\D/g, '')
    if (from && (rest === '' || findField(rest)?.name === 'perPrice')) return { from, rest }
  }
  return null
}

const findField = createLooseFinder(priceFields)

/** A table of prices as it is in a file. */
export type PriceTable = { headings: string[]; rows: FileRow[] }
type Step = { at: number; from: string | { at: number } }

/** Reads a table with a column of prices for each quantity as one with a row for each. */
export function unfoldSteps({ headings, rows }: PriceTable): PriceTable & { note: string | null } {
  const { steps, rest } = stepsOf(headings)
  if (steps.length < 2) return { headings, rows, note: null }
  const used = new Set(
    steps.flatMap(({ at, from }) => [at, ...(typeof from === 'string' ? [] : [from.at])]),
  )
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
