import { oneLine } from '#platform/clean-text.ts'
import { decimalMarkOf } from '#platform/decimal-mark.ts'
import { firstCharacters } from '#platform/text.ts'
import { type DecimalMark, readMarked } from '#platform/written-number.ts'
import type { HeldNumbers } from '#shop/tables/columns/read-cell.ts'
import type { FileRow } from '#shop/tables/files/collect-rows.server.ts'
import { type Neighbour, neighbourOf } from '#shop/tables/neighbours.ts'
import { measureOf, type SeenValues, setMeanings } from './column-meanings.ts'
import { createMarkCount, setMarks } from './decimal-marks.ts'
import { type ChosenColumns, type MappedColumn, mapColumns } from './map-columns.ts'
import { type ColumnMark, plainNumber } from './read-cell.ts'
import { createFieldFinder, type FieldName, type TableField } from './table-fields.ts'

/** A column of a file: what it is, how its numbers are read, and what it says of those of others. */
export type FileColumn = MappedColumn & {
  sample: string
  mark: ColumnMark
  says?: Neighbour
  /** Its numbers are for so many pieces, or have a unit of so many grams. */
  per?: number
  grams?: number
  note?: string
  choices?: { name: string; heading: string }[]
  isUnknownNumber?: boolean
  isEmpty?: boolean
  /** The categories to be made of its paths. */
  tree?: { name: string; isNew: boolean; below: string[] }[]
}

type SurveyedFile = {
  headings: readonly string[]
  fields: readonly TableField[]
  chosen: ChosenColumns
  decimalMarks: Partial<Record<FieldName, DecimalMark>>
  required?: readonly FieldName[][]
  /** Headings of our own exports that are not read. */
  known?: readonly string[]
  empty?: readonly number[] | undefined
}

const MOST_VALUES = 200
/** Rows that show whether a column of an unknown heading has numbers. */
const ENOUGH = 1_000

/** Finds out what a file's columns are: `add` takes each row's cells, `finish` returns questions and notes. */
export function surveyColumns(file: SurveyedFile) {
  const { headings, fields, chosen, required, empty = [] } = file
  const { columns: mapped, questions } = mapColumns(headings, fields, chosen, { required, empty })
  const columns = mapped.map((column, at): FileColumn => {
    return { ...column, sample: '', mark: null, ...(empty.includes(at) && { isEmpty: true }) }
  })
  const numbers = new Set(fields.filter(({ isNumber }) => isNumber).map(({ name }) => name))
  const counts = columns.map(({ field }) =>
    numbers.has(field ?? '') ? createMarkCount(measureOf(field) === 'pieces') : null,
  )
  const seen = columns.map((): SeenValues => {
    return { values: new Set(), filled: 0, numbers: 0, hasDecimals: false, hasFraction: false }
  })
  const isNeighbour = headings.map((heading) => neighbourOf(heading) !== undefined)
  const add = (cells: readonly string[], held?: HeldNumbers | null): void => {
    for (const [at, column] of columns.entries()) {
      const written = cells[at]
      const values = seen[at]
      if (!written || !values) continue
      if (column.sample === '') column.sample = firstCharacters(oneLine(written), 100)
      if (column.field === null ? !isNeighbour[at] && values.filled > ENOUGH : !counts[at]) continue
      const cell = firstCharacters(oneLine(written), 200)
      const number = plainNumber(cell.replace(/%$/, ''))
      // What a workbook holds has a point.
      if (held?.[at] === undefined) counts[at]?.add(number)
      if (column.field === 'percent' && !cell.includes('%') && isBelowOne(number)) values.hasFraction = true
      if (column.field === 'weight' && hasFraction(number)) values.hasFraction = true
      if (column.field !== null) continue
      values.filled += 1
      const hasDecimals = decimalMarkOf(number) !== null
      values.hasDecimals ||= hasDecimals
      if (hasDecimals || readMarked(number, '.') !== null) values.numbers += 1
      if (values.values.size < MOST_VALUES) values.values.add(cell)
    }
  }
  const finish = (): { questions: string[] } => {
    const counted = columns.flatMap((column, at) => {
      const count = counts[at]
      return count ? [{ column, count }] : []
    })
    const headingOf = (name: FieldName) => fields.find((field) => field.name === name)?.heading ?? name
    questions.push(...setMarks(counted, file))
    questions.push(...setMeanings(columns, seen, headingOf))
    questions.push(...nameUnknown(columns, seen, file, questions.length > 0))
    return { questions }
  }
  return { columns, add, finish }
}

/** A table that was read as a whole, and what its columns are. */
export type SurveyedTable = {
  columns: FileColumn[]
  rows: FileRow[]
  notes: string[]
  questions: string[]
}

/** Finds out what the columns of a table are; `tidy` returns the cells of a row as they are counted. */
export function surveyTable(
  { headings, rows }: { headings: readonly string[]; rows: FileRow[] },
  file: Omit<SurveyedFile, 'headings' | 'empty'>,
  tidy = (cells: string[], _columns: readonly FileColumn[]) => cells,
): SurveyedTable {
  const empty = headings.flatMap((_, at) => (rows.every(({ cells }) => !cells[at]) ? [at] : []))
  const { columns, add, finish } = surveyColumns({ headings, empty, ...file })
  for (const { cells, held } of rows) add(tidy(cells, columns), held)
  const { questions } = finish()
  return { columns, rows, questions, notes: notesOf(columns) }
}

/** Whether a number has decimals that are not zeros, and no thousands. */
const hasFraction = (text: string): boolean =>
  decimalMarkOf(text) !== 'either' && /[.,]\d{0,15}[1-9]\d{0,15}$/.test(text)

function isBelowOne(text: string): boolean {
  const number = Math.abs(readMarked(text, '.') ?? readMarked(text, ',') ?? 1)
  return number > 0 && number < 1
}

/** Notes the columns of numbers that nobody knows, and asks about them if they could be all that is new. */
function nameUnknown(
  columns: FileColumn[],
  seen: readonly SeenValues[],
  { chosen, fields, known = [] }: SurveyedFile,
  isAsking: boolean,
): string[] {
  // A table without fields of numbers needs none.
  if (!fields.some(({ isNumber }) => isNumber)) return []
  const findField = createFieldFinder(fields)
  const unknown = columns.filter(
    ({ name, heading, isUnknownNumber }) =>
      isUnknownNumber && chosen[name] !== '' && !findField(heading) && !known.includes(heading),
  )
  const [first] = unknown
  if (!first) return []
  const names = unknown.map(({ name }) => name).join(', ')
  first.note = `Numbers that are not read: ${names}`
  const read = columns.filter(({ field }) => field !== null)
  const hasNumbers = read.some(({ field }) => measureOf(field) !== undefined)
  const hasDecimals = unknown.some((column) => seen[columns.indexOf(column)]?.hasDecimals)
  const isAnswered = isAsking || columns.some(({ choice }) => choice === 'plain')
  const isAlone = read.length === 1 && unknown.length === 1
  if (isAnswered || hasNumbers || !(hasDecimals || isAlone)) return []
  first.choices = [{ name: 'plain', heading: 'Not read, it changes nothing' }]
  return [`Choose what is in ${names}: the file has no other numbers.`]
}

export const notesOf = (columns: readonly FileColumn[]): string[] => columns.flatMap(({ note }) => note ?? [])
