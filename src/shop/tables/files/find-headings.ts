import { rowsOf, type Separator } from '#shop/tables/cells.ts'

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

const knownIn = (cells: string[], isHeading: IsHeading) =>
  cells.filter((cell) => isHeading(cell)).length
