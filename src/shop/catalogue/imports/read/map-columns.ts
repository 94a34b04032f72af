import {
  createFieldFinder,
  type FieldName,
  type ImportField,
} from '#shop/catalogue/imports/store/import-fields.ts'

/** A column of a file. `name` is its heading if no other column has it, or else `Column 3`. */
export type MappedColumn = { name: string; heading: string; field: FieldName | null }

/** The fields that were chosen by hand, by the name of their column; an empty one is not read. */
export type ChosenColumns = Record<string, FieldName>

/** Fields of which a file can have only one, because each sets the stock. */
const STOCK_FIELDS = ['quantity', 'onShelf']

/**
 * Finds the field of each column; what can't be found without a person becomes a question. Of each group of
 * `required` fields, a file has one.
 */
export function mapColumns(
  headings: readonly string[],
  fields: readonly ImportField[],
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
