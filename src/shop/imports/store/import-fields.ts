import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import {
  definitionOf,
  type FieldKind,
  fieldNames,
  type ProductFieldName,
  productFields,
} from '#shop/catalogue/product-fields.ts'
import { AS_OF } from '#shop/tables/columns/as-of.ts'
import { type FieldName, headingText, type TableField } from '#shop/tables/columns/table-fields.ts'
import { ON_SALE } from './on-sale.ts'

/** A field of a product that a file can have, by its name in the API: `perPrice`, or `specifications.{key}`. */
export type ImportField = TableField & {
  kind: FieldKind | 'specification'
  specification?: Specification
}

/** Returns all fields that a file can have, in the order of an export. */
export function fieldsOf(categories: readonly Category[]): ImportField[] {
  const base = fieldNames.map((name): ImportField => {
    const { label, heading = label, kind = 'text', headings: others } = definitionOf(name)
    return {
      name,
      heading,
      kind,
      others,
      isNumber: kind === 'whole' || kind === 'price',
      // The stock is exported once, as what can be ordered.
      isExported: name !== 'onShelf',
    }
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
      plainHeading: name,
      isNumber: specification.kind === 'number',
      specification,
    })
  }
  return [...base, AS_OF, ON_SALE, ...FAMILY_FIELDS, ...specifications.values()]
}

/** What a file says of the family of a product. */
const FAMILY_FIELDS = [
  {
    name: 'familyText',
    heading: 'Family text',
    others: 'family description|series text|series description|familientext|serientext|serienbeschreibung',
    kind: 'lines',
    isExported: false,
  },
  {
    name: 'familyOrder',
    heading: 'Family order',
    others: 'family position|series order|familienreihenfolge|reihenfolge der familie|serienfolge',
    kind: 'text',
    isExported: false,
  },
] as const

export const isOfFamily = (field: FieldName) => FAMILY_FIELDS.some(({ name }) => name === field)

export const kindOf = (field: FieldName): ImportField['kind'] =>
  Object.hasOwn(productFields, field)
    ? (definitionOf(field as ProductFieldName).kind ?? 'text')
    : (FAMILY_FIELDS.find(({ name }) => name === field)?.kind ?? 'specification')

/** How the reasons of refused rows name a field. */
export const wordsOf = (field: FieldName): string[] => {
  if (isOfFamily(field)) return field === 'familyText' ? ['Family: Long text'] : ['Family: Order']
  // What is on the shelf is checked like what can be ordered.
  if (field === 'onShelf') return [productFields.quantity.label]
  return Object.hasOwn(productFields, field) ? [definitionOf(field as ProductFieldName).label] : []
}

export const isExported = ({ isExported }: ImportField): boolean => isExported !== false
