import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import {
  definitionOf,
  type FieldKind,
  fieldNames,
  type ProductFieldName,
  productFields,
} from '#shop/catalogue/product-fields.ts'

/** A field of a product as the API names it: `perPrice`, or `specifications.{key}`. */
export type FieldName = string

/** A field that a file can have: its heading in exports, and how its cells are read. */
export type ImportField = {
  name: FieldName
  heading: string
  kind: FieldKind | 'specification'
  /** Usual headings of it, separated by |. */
  others?: string
  specification?: Specification
}

/** Returns all fields that a file can have, in the order of an export. */
export function fieldsOf(categories: readonly Category[]): ImportField[] {
  const base = fieldNames.map((name): ImportField => {
    const { label, heading = label, kind = 'text', headings: others } = definitionOf(name)
    return { name, heading, kind, others }
  })
  const headings = new Set(base.map(({ heading }) => headingText(heading)))
  const specifications = new Map<string, ImportField>()
  for (const specification of categories.flatMap(({ specifications }) => specifications)) {
    const { key, name, unit } = specification
    if (specifications.has(key)) continue
    const plain = unit === null ? name : `${name} (${unit})`
    const heading = headings.has(headingText(plain)) ? `${plain} ${key}` : plain
    headings.add(headingText(heading))
    specifications.set(key, {
      name: `specifications.${key}`,
      heading,
      kind: 'specification',
      specification,
    })
  }
  return [...base, ...specifications.values()]
}

/** How the cells of a field are read. */
export const kindOf = (field: FieldName): ImportField['kind'] =>
  Object.hasOwn(productFields, field)
    ? (definitionOf(field as ProductFieldName).kind ?? 'text')
    : 'specification'

/** Whether an export has a field: it has the stock once, as what can be ordered. */
export const isExported = ({ name }: ImportField): boolean => name !== 'onShelf'

/** The separator of a category's path in a file: `Hand tools > Wrenches`. */
export const PATH_SEPARATOR = ' > '

/** Returns a function that finds the field of a heading: an export's, a usual one, or a field's name. */
export function createFieldFinder(fields: readonly ImportField[]) {
  const byHeading = new Map<string, ImportField>()
  const add = (heading: string, field: ImportField) => {
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
    if (field.specification) add(field.specification.name, field)
  }
  return (heading: string): ImportField | undefined =>
    byHeading.get(headingText(heading)) ?? byHeading.get(headingText(withoutUnit(heading)))
}

/** The unit in a heading: `in` of `Length (in)`; undefined without one. */
export const unitOf = (heading: string): string | undefined =>
  /[([]([^()[\]]{1,20})[)\]]\s*$/.exec(heading)?.[1]?.trim()

const withoutUnit = (heading: string) => heading.replace(/[([][^()[\]]{0,40}[)\]]\s*$/, '')

function headingText(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[*:._\-/\s]+/g, ' ')
    .trim()
}
