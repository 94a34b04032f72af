import { cleanText } from '#platform/clean-text.ts'
import { type Row, rowsOf, type Separator } from './cells.ts'

/** Rows under one heading row, which may be repeated; without one, `headings` is empty. */
export type Table = {
  headings: string[]
  repeats: number
  width: number
  rows: Row[]
  separator: Separator
}

/** A row of a table, or a line outside of all tables, in the order of the text. */
export type Part = { line: string } | { table: Table; row: Row }

/** How a slice tells its tables from other text. */
export type TableKind = {
  isHeading: (cells: readonly string[]) => boolean
  /** Whether a cell is a value of its own, such as a number or a code, and no part of a sentence. */
  isValue: (cell: string) => boolean
}

const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ',']
const SAMPLE = 200_000

/**
 * Reads the tables of a text or file: rows under known headings, or at least two rows with the same
 * number of separators and a column of values. One row is enough when nothing but a separator stands
 * between its cells. Other lines stay lines. Tables may have separators of their own.
 */
export function readTables(written: string, kind: TableKind): { tables: Table[]; parts: Part[] } {
  const [, declared] = /^\ufeff?sep=([\t;|,])[\r\n]+/.exec(written) ?? []
  const text = cleanText(declared ? written.slice(written.search(/[\r\n]/)) : written)
  const parts = partsOf(text, declared ? [declared as Separator] : SEPARATORS, kind)
  const tables = new Set(parts.flatMap((part) => ('table' in part ? part.table : [])))
  return { tables: [...tables], parts }
}

function partsOf(text: string, separators: readonly Separator[], kind: TableKind): Part[] {
  const layout = layoutOf(text.slice(0, SAMPLE), separators, kind)
  if (!layout) return linesOf(text)
  const others = separators.filter((other) => other !== layout.separator)
  const parts: Part[] = []
  let lines: string[] = []
  const endLines = () => {
    if (lines.length > 0) for (const part of partsOf(lines.join('\n'), others, kind)) parts.push(part)
    lines = []
  }
  for (const part of rowsByLayout(text, layout, kind)) {
    if ('line' in part) lines.push(part.line)
    else {
      endLines()
      parts.push(part)
    }
  }
  endLines()
  return parts
}

function* rowsByLayout(text: string, layout: Layout, kind: TableKind): Generator<Part> {
  const { separator, width, isHeaded } = layout
  const rows = text.length > SAMPLE ? rowsBy(text, separator, isHeaded) : layout.rows
  let table = isHeaded ? undefined : startTable([], separator, width)
  for (const row of rows) {
    const { cells } = row
    if (kind.isHeading(cells)) {
      // A heading row that is printed on every page changes nothing.
      if (table && isSame(table.headings, cells)) table.repeats += 1
      else table = startTable(cells, separator, cells.length)
    } else if (isHeadingByOther(row, separator, kind)) {
      table = undefined
      yield { line: row.text }
    } else if (table && isUnknownHeading(row, table, layout.rows, kind)) table.headings = cells
    else if (table && isRow(row, table, kind)) {
      table.rows.push(row)
      yield { table, row }
    } else yield { line: row.text }
  }
}

const linesOf = (text: string): Part[] => text.split(/\r\n|\r|\n|\u2028/).map((line) => ({ line }))

const startTable = (headings: string[], separator: Separator, width: number): Table => ({
  headings,
  repeats: 0,
  width,
  rows: [],
  separator,
})

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.join('\t').toLowerCase() === others.join('\t').toLowerCase()

type Layout = { separator: Separator; rows: Row[]; width: number; count: number; isHeaded: boolean }

/** Finds the separator that divides most lines into the same number of cells. */
function layoutOf(text: string, separators: readonly Separator[], kind: TableKind) {
  const layouts = separators.flatMap((separator): Layout[] => {
    if (!text.includes(separator)) return []
    const all = rowsBy(text, separator, true)
    const isHeaded = all.some(({ cells }) => kind.isHeading(cells))
    const rows = isHeaded ? all : rowsBy(text, separator, false)
    const [width, count] = commonWidth(rows)
    if (isHeaded) return [{ separator, rows, width, count, isHeaded }]
    const same = rows.filter(({ cells }) => cells.length === width)
    const isTight = separator === '\t' || separator === '|' || !text.includes(`${separator} `)
    if (count === 1 && !isTight) return []
    if (width < 2 || valueColumns(same, width, kind) < (isTight && count > 1 ? 1 : 2)) return []
    return [{ separator, rows, width, count, isHeaded }]
  })
  const most = Math.max(...layouts.map(({ count }) => count))
  const headed = layouts.filter(({ isHeaded }) => isHeaded).sort((a, b) => b.count - a.count)
  return headed[0] ?? layouts.find(({ count }) => count >= most / 2)
}

const GROUPED = /(?<![\w.,]|\w-)\d{1,3}(?:,\d{3})+(?![\w,])/g
const GROUPED_DECIMAL = /(?<![\w.,]|\w-)\d{1,3}(?:[.'’ ]\d{3})+,\d+(?!\w)/g
const DECIMAL = /(?<![\w.,]|\w-)\d+,\d{1,2}(?=\s|$)(?!.*,)/gm

/** Reads rows, but divides no `1,250` or `2,5` where no heading row says otherwise. */
function rowsBy(text: string, separator: Separator, isHeaded: boolean): Row[] {
  if (separator !== ',' || isHeaded) return [...rowsOf(text, separator)]
  const masked = [GROUPED, GROUPED_DECIMAL, DECIMAL].reduce(
    (text, number) => text.replace(number, (number) => number.replaceAll(',', '\u0001')),
    text,
  )
  const unmask = (text: string) => text.replaceAll('\u0001', ',')
  return [...rowsOf(masked, ',')].map(({ cells, text }) => ({
    cells: cells.map(unmask),
    text: unmask(text),
  }))
}

function commonWidth(rows: Row[]): [width: number, count: number] {
  const counts = new Map<number, number>()
  for (const { cells } of rows) {
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0] ?? [0, 0]
}

function valueColumns(rows: Row[], width: number, { isValue }: TableKind): number {
  return Array.from({ length: width }, (_, at) => at).filter(
    (at) => 2 * rows.filter(({ cells }) => isValue(cells[at] ?? '')).length >= rows.length,
  ).length
}

const LONGEST_UNIT = 10

/** A comma also stands in sentences and signatures, so that its rows must fit. */
function isRow({ cells }: Row, table: Table, { isValue }: TableKind): boolean {
  if (cells.length < 2 || cells.every((cell) => !/[\p{L}\p{N}]/u.test(cell))) return false
  if (table.separator !== ',') return true
  // Units below the headings.
  const isFirst = table.headings.length === cells.length && table.rows.length === 0
  if (isFirst && cells.every((cell) => cell.length <= LONGEST_UNIT)) return true
  return cells.some((cell) => /\d/.test(cell)) && (cells.length === table.width || cells.some(isValue))
}

/** Whether a row is a heading row of another separator, with which another table begins. */
const isHeadingByOther = ({ cells, text }: Row, separator: Separator, { isHeading }: TableKind) =>
  cells.length < 3 &&
  SEPARATORS.some(
    (other) =>
      other !== separator &&
      text.includes(other) &&
      [...rowsOf(text, other)].some(({ cells }) => isHeading(cells)),
  )

/** Whether a first row has headings in unknown words: no value above columns of values. */
function isUnknownHeading({ cells, text }: Row, table: Table, rows: Row[], { isValue }: TableKind) {
  if (table.headings.length > 0 || table.rows.length > 0) return false
  if (cells.some((cell) => /\d/.test(cell)) || cells.filter(Boolean).length < 2) return false
  // A sentence has a space after its comma.
  if (table.separator === ',' && text.includes(', ')) return false
  const others = rows.filter((row) => row.cells !== cells && row.cells.length === cells.length)
  return cells.some(
    (cell, at) =>
      cell !== '' && 2 * others.filter(({ cells }) => isValue(cells[at] ?? '')).length > others.length,
  )
}
