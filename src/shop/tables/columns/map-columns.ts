import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { readHeading } from '#shop/tables/meanings.ts'
import {
  createFieldFinder,
  createLooseFinder,
  type FieldName,
  isStock,
  STOCK_FIELDS,
  type TableField,
} from './table-fields.ts'

/** A column of a file. `name` is its heading if no other column has it, or else `Column 3`. */
export type MappedColumn = {
  name: string
  heading: string
  field: FieldName | null
  choice?: string | undefined
}

// How the cells of a field are read: numbers as written or 0.15 as 15 %, weights, SKUs alone, paths, or long texts.
const FIELD_CHOICE = /^(.+):(plain|fraction|kg|lb|sku|path|long)$/
// A column that says nothing of others, or which rows are read.
const ROW_CHOICE = /^(?:plain|today|per|below|only:[\s\S]{0,50})$/

/** The field in what was chosen for a column; empty if none is read. */
const fieldIn = (given: string) => (ROW_CHOICE.test(given) ? '' : (FIELD_CHOICE.exec(given)?.[1] ?? given))

/** The fields that were chosen by hand, by the name of their column; an empty one is not read. */
export type ChosenColumns = Record<string, FieldName>

/** The article's number of SAP, or what it is made of. */
export const MATERIAL = /^\W*material\W*$/i

export type MappingRefusal = Refusal<'not-a-field' | 'mapped-twice'>

/** Finds each column's field, or else makes a question. Of each group of `required` fields, a file has one. */
export function mapColumns(
  headings: readonly string[],
  fields: readonly TableField[],
  chosen: ChosenColumns,
  {
    required = [['sku']],
    empty = [],
  }: { required?: readonly FieldName[][] | undefined; empty?: readonly number[] } = {},
): { columns: MappedColumn[]; questions: string[] } {
  const findField = createFieldFinder(fields)
  // A heading may be named like what every object has, as `constructor`.
  const isChosen = (name: string) => Object.hasOwn(chosen, name)
  const columns = headings.map((heading, at): MappedColumn => {
    // A JSON object is read without this key.
    const isKey = heading !== '' && heading !== '__proto__'
    const isAlone = isKey && headings.indexOf(heading) === headings.lastIndexOf(heading)
    const name = isAlone ? heading : `Column ${at + 1}`
    const given = isChosen(name) ? (chosen[name] ?? '') : undefined
    const field = (given === undefined ? findField(heading)?.name : fieldIn(given)) || null
    const choice = given !== undefined && given !== field && given !== '' ? given : undefined
    return { name, heading, field, ...(choice !== undefined && { choice }) }
  })
  findLoosely(columns, fields, isChosen)
  // A column that was chosen by hand wins over others of its field.
  for (const column of columns) {
    const isRival = columns.some(({ name, field }) => field === column.field && isChosen(name))
    if (!isChosen(column.name) && isRival) column.field = null
  }
  const questions: string[] = []
  const ask = (rivals: MappedColumn[], what: string) => {
    // Neither a column without a cell is a rival, nor another code beside the SKU, nor what a tool is made of.
    const filled = rivals.filter((column) => !empty.includes(columns.indexOf(column)))
    const keys = filled.filter(({ heading }) => heading.trim().toUpperCase() === 'SKU')
    const codes = filled.filter(({ heading }) => !MATERIAL.test(heading))
    const some = [codes, filled].find(({ length }) => length > 0) ?? rivals.slice(0, 1)
    const among = keys.length === 1 ? keys : some
    for (const column of rivals) if (among.length > 1 || column !== among[0]) column.field = null
    if (among.length === 1) return
    const names = among.map(({ name }) => name).join(' and ')
    questions.push(`${among.length} columns can be ${what}: ${names}. Choose one.`)
  }
  for (const { name, heading } of fields) {
    const among = columns.filter(({ field }) => field === name)
    if (among.length > 1) ask(among, heading)
  }
  const stock = columns.filter(({ field }) => isStock(field))
  if (stock.length > 1) ask(stock, 'the stock')
  const isRead = (name: FieldName) => columns.some(({ field }) => field === name)
  const missing = required.filter((group) => !group.some(isRead))
  for (const group of missing.toReversed()) {
    const named = fields.filter(({ name }) => group.includes(name)).map(({ heading }) => heading)
    questions.unshift(`Choose the column that has the ${named.join(' or the ')}.`)
  }
  return { columns, questions }
}

/** Finds the fields that no column has yet, also under headings with more words. */
function findLoosely(
  columns: MappedColumn[],
  fields: readonly TableField[],
  isChosen: (name: string) => boolean,
): void {
  const find = createLooseFinder(fields)
  const taken = new Set(columns.map(({ field }) => field))
  if (STOCK_FIELDS.some((name) => taken.has(name))) for (const name of STOCK_FIELDS) taken.add(name)
  const open = columns.filter(({ name, field }) => field === null && !isChosen(name))
  const found = open.map((column) => ({ column, field: find(column.heading)?.name ?? null }))
  for (const { column, field } of found) {
    const rivals = found.filter((other) => other.field === field)
    const isPlain = ({ heading }: MappedColumn) => {
      const { currency, isGross } = readHeading(heading).meaning
      return !currency && !isGross
    }
    // Of a price with tax and one without, the latter.
    const isBetter = rivals.some(({ column }) => isPlain(column)) && !isPlain(column)
    if (field !== null && !taken.has(field) && !isBetter) column.field = field
  }
}

/** Before the name of a field that gets a value for all rows, in the place of a column. */
const VALUE = '+'

export const valuesIn = (chosen: ChosenColumns): Record<FieldName, string> =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([key, value]) =>
      key.startsWith(VALUE) && value !== '' ? [[key.slice(1), value]] : [],
    ),
  )

/** Returns the fields that were chosen for columns; they may be named like headings, as `price`. */
export function readMapping(
  mapping: ChosenColumns,
  fields: readonly TableField[],
): { chosen: ChosenColumns } | MappingRefusal {
  const findField = createFieldFinder(fields)
  const chosen = Object.entries(mapping).map(([column, given]) => {
    if (column.startsWith(VALUE)) return [column, findField(column.slice(1)) && given] as const
    if (given === '' || ROW_CHOICE.test(given)) return [column, given] as const
    const [, name = given, how] = FIELD_CHOICE.exec(given) ?? []
    const field = findField(name)?.name
    return [column, field && how ? `${field}:${how}` : field] as const
  })
  const chosenFields = chosen.flatMap(([column, field]) =>
    column.startsWith(VALUE) ? [] : fieldIn(field ?? '') || [],
  )
  if (chosen.some(([, field]) => field === undefined)) return { refused: 'not-a-field' }
  const stock = chosenFields.filter(isStock)
  const isRepeated = new Set(chosenFields).size < chosenFields.length || stock.length > 1
  if (isRepeated) return { refused: 'mapped-twice' }
  return { chosen: Object.fromEntries(chosen) as ChosenColumns }
}
