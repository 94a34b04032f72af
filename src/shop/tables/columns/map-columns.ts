import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { createFieldFinder, type FieldName, type TableField } from './table-fields.ts'

/** A column of a file. `name` is its heading if no other column has it, or else `Column 3`. */
export type MappedColumn = { name: string; heading: string; field: FieldName | null }

/** The fields that were chosen by hand, by the name of their column; an empty one is not read. */
export type ChosenColumns = Record<string, FieldName>

/** Fields of which a file can have only one, because each sets the stock. */
const STOCK_FIELDS = ['quantity', 'onShelf']

/** Why fields can't be chosen for columns. */
export type MappingRefusal = Refusal<'not-a-field' | 'mapped-twice'>

/**
 * Finds the field of each column; what can't be found without a person becomes a question. Of each group of
 * `required` fields, a file has one.
 */
export function mapColumns(
  headings: readonly string[],
  fields: readonly TableField[],
  chosen: ChosenColumns,
  required: readonly FieldName[][] = [['sku']],
): { columns: MappedColumn[]; questions: string[] } {
  const findField = createFieldFinder(fields)
  // A heading may be named like what every object has, as `constructor`.
  const isChosen = (name: string) => Object.hasOwn(chosen, name)
  const columns = headings.map((heading, at): MappedColumn => {
    // A JSON object is read without this key.
    const isKey = heading !== '' && heading !== '__proto__'
    const isAlone = isKey && headings.indexOf(heading) === headings.lastIndexOf(heading)
    const name = isAlone ? heading : `Column ${at + 1}`
    const field = (isChosen(name) ? chosen[name] : findField(heading)?.name) ?? null
    return { name, heading, field: field === '' ? null : field }
  })
  // A column that was chosen by hand wins over others of its field.
  for (const column of columns) {
    const isRival = columns.some(({ name, field }) => field === column.field && isChosen(name))
    if (!isChosen(column.name) && isRival) column.field = null
  }
  const questions: string[] = []
  const ask = (among: MappedColumn[], what: string) => {
    const names = among.map(({ name }) => name).join(' and ')
    questions.push(`${among.length} columns can be ${what}: ${names}. Choose one.`)
    for (const column of among) column.field = null
  }
  for (const { name, heading } of fields) {
    const among = columns.filter(({ field }) => field === name)
    if (among.length > 1) ask(among, heading)
  }
  const stock = columns.filter(({ field }) => field !== null && STOCK_FIELDS.includes(field))
  if (stock.length > 1) ask(stock, 'the stock')
  const isRead = (name: FieldName) => columns.some(({ field }) => field === name)
  const missing = required.filter((group) => !group.some(isRead))
  for (const group of missing.toReversed()) {
    const named = fields.filter(({ name }) => group.includes(name)).map(({ heading }) => heading)
    questions.unshift(`Choose the column that has the ${named.join(' or the ')}.`)
  }
  return { columns, questions }
}

/** Returns the fields that were chosen for columns; they may be named like headings, as `price`. */
export function readMapping(
  mapping: ChosenColumns,
  fields: readonly TableField[],
): { chosen: ChosenColumns } | MappingRefusal {
  const findField = createFieldFinder(fields)
  const chosen = Object.entries(mapping).map(([column, given]) => {
    return [column, given === '' ? '' : findField(given)?.name] as const
  })
  const chosenFields = chosen.flatMap(([, field]) => field || [])
  if (chosen.some(([, field]) => field === undefined)) return { refused: 'not-a-field' }
  const stock = chosenFields.filter((field) => field === 'quantity' || field === 'onShelf')
  const isRepeated = new Set(chosenFields).size < chosenFields.length || stock.length > 1
  if (isRepeated) return { refused: 'mapped-twice' }
  return { chosen: Object.fromEntries(chosen) as ChosenColumns }
}
