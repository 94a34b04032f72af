import { readHeading } from '#shop/tables/meanings.ts'
import { neighbourOf } from '#shop/tables/neighbours.ts'

export type FieldName = string

export type TableField = {
  name: FieldName
  heading: string
  /** How its cells are read; those of `lines` keep theirs. */
  kind: string
  isNumber?: boolean | undefined
  /** Usual headings of it, separated by |. */
  others?: string
  plainHeading?: string
  isExported?: boolean
  specification?: { choices?: readonly string[] | null }
}

/** Fields of which a file can have only one, because each sets the stock. */
export const STOCK_FIELDS: readonly FieldName[] = ['quantity', 'onShelf']
export const isStock = (field: FieldName | null) => STOCK_FIELDS.includes(field ?? '')

/** Returns a function that finds the field of a heading: an export's, a usual one, or a field's name. */
export function createFieldFinder<Field extends TableField>(fields: readonly Field[]) {
  const byHeading = new Map<string, Field>()
  const add = (heading: string, field: Field) => {
    const text = headingText(heading)
    if (text !== '' && !byHeading.has(text)) byHeading.set(text, field)
  }
  for (const field of fields) add(field.heading, field)
  for (const field of fields) add(field.name, field)
  for (const field of fields) {
    for (const other of field.others?.split('|') ?? []) add(other, field)
  }
  // With its unit left out, or another one.
  for (const field of fields) {
    if (field.plainHeading) add(field.plainHeading, field)
  }
  return (heading: string): Field | undefined =>
    byHeading.get(headingText(heading)) ?? byHeading.get(headingText(withoutUnit(heading)))
}

/** The unit in a heading: `in` of `Length (in)`; undefined without one. */
export const unitOf = (heading: string): string | undefined =>
  /[([]([^()[\]]{1,20})[)\]]\s*$/.exec(heading)?.[1]?.trim()

const withoutUnit = (heading: string) => heading.replace(/[([][^()[\]]{0,40}[)\]]\s*$/, '')

/** The same for headings with more words, such as a currency: those that name what they say of another column are none. */
export function createLooseFinder<Field extends TableField>(fields: readonly Field[]) {
  const find = createFieldFinder(fields)
  return (heading: string): Field | undefined =>
    neighbourOf(heading) === undefined
      ? find(readHeading(heading).rest.replace(/[,;()[\]'"+.]+/g, ' '))
      : undefined
}

/** Returns a heading as headings are compared: without case, dots and dashes. */
export function headingText(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[*:._\-/\s]+/g, ' ')
    .trim()
}
