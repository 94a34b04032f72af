import { oneLine } from '#platform/clean-text.ts'

export type Separator = '\t' | ';' | '|' | ','

/** The cells of a row, and the row as it was written, line ends within cells included. */
export type Row = { cells: string[]; text: string }

const LINE_END = /\r\n|\r|\n|\u2028/y
const OPENING = / *"/y

/**
 * Reads rows of cells. A cell in quotation marks may contain the separator, line ends and doubled
 * marks; a mark that is not closed at the end of a cell is a character. Spaces and line ends within a
 * cell become one space, unless `tidy` keeps them.
 */
export function* rowsOf(text: string, separator: Separator, tidy = oneLine): Generator<Row> {
  const ending = new RegExp(`[ ]*(?=${separator === '|' ? '\\|' : separator}|[\\r\\n\\u2028]|$)`, 'y')
  const plain = new RegExp(`[^${separator}\\r\\n\\u2028]*`, 'y')
  let at = 0
  while (at < text.length) {
    const start = at
    const cells: string[] = []
    for (;;) {
      const quoted = quotedCell(text, at, ending)
      plain.lastIndex = at
      const cell = quoted?.cell ?? plain.exec(text)?.[0] ?? ''
      cells.push(tidy(cell))
      at = quoted?.end ?? plain.lastIndex
      if (text[at] !== separator) break
      at += 1
    }
    yield { cells, text: text.slice(start, at) }
    LINE_END.lastIndex = at
    at += LINE_END.exec(text)?.[0].length ?? 0
  }
}

/**
 * Returns the cell in quotation marks that begins here. The first single mark closes it, or it is none, so
 * that no part of a long text is looked at by more than two cells.
 */
function quotedCell(text: string, from: number, ending: RegExp) {
  OPENING.lastIndex = from
  if (!OPENING.test(text)) return undefined
  const start = OPENING.lastIndex
  let close = text.indexOf('"', start)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  ending.lastIndex = close + 1
  if (close < 0 || !ending.test(text)) return undefined
  return { cell: text.slice(start, close).replaceAll('""', '"'), end: ending.lastIndex }
}
