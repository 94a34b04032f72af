import { rowsOf, type Separator } from '#shop/tables/cells.ts'
import { measureOf } from '#shop/tables/columns/column-meanings.ts'
import { createLooseFinder, type TableField } from '#shop/tables/columns/table-fields.ts'
import { isMeaning, pricesSaid } from '#shop/tables/meanings.ts'
import { limitsSaid } from '#shop/tables/neighbours.ts'

export type IsHeading = (cell: string) => boolean

/** The first rows of a file, among which the headings are. */
export const HEADING_ROWS = 30
const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ',']

/** The separator under which the first rows have the most known headings, or else the most cells. */
export function findSeparator(text: string, isHeading: IsHeading): Separator {
  const beginning = text.slice(0, 100_000)
  const scores = SEPARATORS.map((separator) => {
    const rows = [...rowsOf(beginning, separator)].slice(0, HEADING_ROWS).map(({ cells }) => cells)
    const most = Math.max(0, ...rows.map((cells) => knownIn(cells, isHeading)))
    const width = Math.max(0, ...rows.map((cells) => cells.length))
    return { separator, score: most * 1000 + width }
  })
  return scores.sort((a, b) => b.score - a.score)[0]?.separator ?? ','
}

/** The index of the row with the most known headings; without any, the first row of several cells. */
export function headingRow(rows: readonly { cells: string[] }[], isHeading: IsHeading): number {
  const counts = rows.map(({ cells }) => knownIn(cells, isHeading))
  const most = Math.max(0, ...counts)
  if (most > 0) return counts.indexOf(most)
  return rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
}

/** The fields of a row's key, which is a code. */
const KEYS = ['sku', 'target']

/**
 * Returns what completes headings: `addLine` a line above or below the table that says something of all prices,
 * `takeUnits` the first row, if it has units and no key, such as `USD`, `pcs`, `kg`.
 */
export function completeHeadings(headings: readonly string[], fields: readonly TableField[]) {
  const find = createLooseFinder(fields)
  const found = headings.map((heading) => find(heading))
  const said = new Set<string>()
  let units: readonly string[] = []
  const isUnit = (cell: string, at: number) =>
    (found[at]?.isNumber || /\d/.test(headings[at] ?? '')) && isMeaning(cell)
  return {
    addLine: (cells: readonly string[]): void => {
      const line = cells.filter(Boolean).join(', ')
      for (const meaning of [...pricesSaid(line), ...limitsSaid(line)]) said.add(meaning)
    },
    takeUnits: (cells: readonly string[]): boolean => {
      const keyAt = found.findIndex((field) => KEYS.includes(field?.name ?? ''))
      const isKeyless = keyAt >= 0 && !/\d/.test(cells[keyAt] ?? '')
      const isUnits = isKeyless && cells.some(isUnit) && !cells.some((cell) => /^\W*\d+\W*$/.test(cell))
      if (isUnits) units = cells.map((cell) => (isMeaning(cell) ? cell.replace(/[()[\]]/g, '') : ''))
      return isUnits
    },
    headings: (): string[] =>
      headings.map((heading, at) => {
        const beside = measureOf(found[at]?.name ?? null) === 'price' ? [...said] : []
        return [heading, ...[units[at] ?? '', ...beside].flatMap((text) => text && `(${text})`)]
          .filter(Boolean)
          .join(' ')
      }),
  }
}

const knownIn = (cells: string[], isHeading: IsHeading) => cells.filter((cell) => isHeading(cell)).length
