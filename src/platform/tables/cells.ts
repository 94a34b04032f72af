export type Separator = '\t' | ';' | '|' | ','

/** The cells of a row, and the row as it was written, line ends within cells included. */
export type Row = { cells: string[]; text: string }

const LINE_END = /\r\n|\r|\n|\u2028/y

/**
 * Reads rows of cells. A cell in quotation marks may contain the separator, line ends and doubled
 * marks; a mark that is not closed at the end of a cell is a character. Spaces and line ends within a
 * cell become one space.
 */
export function* rowsOf(text: string, separator: Separator): Generator<Row> {
  const end = `(?=${separator === '|' ? '\\|' : separator}|[\\r\\n\\u2028]|$)`
  // The bound keeps the search for a closing mark short in a text of many opening ones.
  const quoted = new RegExp(`[ ]*"((?:[^"]|""){0,5000})"[ ]*${end}`, 'y')
  const plain = new RegExp(`[^${separator}\\r\\n\\u2028]*`, 'y')
  let at = 0
  while (at < text.length) {
    const start = at
    const cells: string[] = []
    for (;;) {
      quoted.lastIndex = at
      plain.lastIndex = at
      const inQuotes = quoted.exec(text)
      const cell = inQuotes?.[1]?.replaceAll('""', '"') ?? plain.exec(text)?.[0] ?? ''
      cells.push(cell.replace(/\s+/g, ' ').trim())
      at = inQuotes ? quoted.lastIndex : plain.lastIndex
      if (text[at] !== separator) break
      at += 1
    }
    yield { cells, text: text.slice(start, at) }
    LINE_END.lastIndex = at
    at += LINE_END.exec(text)?.[0].length ?? 0
  }
}
