/** Splits a row into cells, without the empty ones around it. */
export const cellsOf = (line: string) => trimmed(allCellsOf(line))

/** Splits a row by tabs, pipes, semicolons or the commas of CSV; else it is one cell. */
export function allCellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map(unquoted)
  if (/\|/.test(line)) return line.split('|')
  if (/"[^"]*"[,;]|[,;]"[^"]*"/.test(line)) return quotedCells(line)
  if (/;/.test(line) && !/;\s+\S+\s+\S+/.test(line)) return line.split(';')
  if (isCommaRow(line)) return line.split(',')
  return [line]
}

/** Leaves out the empty cells around a row. */
export const trimmed = (cells: string[]) => {
  const inner = cells.map((cell) => cell.trim())
  const from = inner.findIndex((cell) => cell !== '')
  const to = inner.findLastIndex((cell) => cell !== '')
  return from === -1 ? [''] : inner.slice(from, to + 1)
}

const unquoted = (cell: string) => cell.replace(/^\s*"(.*)"\s*$/, '$1').replaceAll('""', '"')

function quotedCells(line: string): string[] {
  const separator = /"\s*;|;\s*"/.test(line) ? ';' : ','
  const cells = line.matchAll(
    new RegExp(`(?:^|${separator})\\s*(?:"((?:[^"]|"")*)"|([^${separator}]*))\\s*`, 'g'),
  )
  return [...cells].map(([, quoted, plain]) => (quoted ?? plain ?? '').replaceAll('""', '"'))
}

/** A comma without a space after it separates cells, unless it groups or splits digits. */
function isCommaRow(line: string): boolean {
  const masked = line
    .replace(/(?<![\w.,]|\w-)\d{1,3}(?:,\d{3})+(?![\w])/g, '0')
    .replace(/(?<![\w.,]|\w-)\d{1,3}(?:[.'’ ]\d{3})+,\d+(?!\w)/g, '0')
    .replace(/(?<![\w.,]|\w-)\d+,\d{1,2}(?=\s|$)(?!.*,)/g, '0')
  return /,(?=\S)/.test(masked)
}
