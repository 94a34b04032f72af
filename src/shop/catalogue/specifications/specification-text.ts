import type { Specification } from '#shop/catalogue/categories/category.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { LengthUnit } from './length-unit.ts'

const MM_PER_INCH = 25.4
const NO_BREAK = '\u00a0'
// Making a format for each value took most of the time of a table.
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

type Value = Product['specifications'][string]

/** Returns the unit that a specification is shown in; null when it has none. */
export function shownUnit({ unit }: Specification, lengths: LengthUnit): string | null {
  return unit === 'mm' ? lengths : unit
}

/** Returns a value without its unit, as in a table's cell; inches have at most three decimals. */
export function valueText(specification: Specification, value: Value, lengths: LengthUnit): string {
  if (typeof value === 'string') return value
  return numberFormat.format(shownNumber(specification, value, lengths))
}

/** Returns a number in the unit that it is shown in, with at most three decimals. */
export function shownNumber({ unit }: Specification, value: number, lengths: LengthUnit): number {
  const shown = unit === 'mm' && lengths === 'in' ? value / MM_PER_INCH : value
  return Math.round(shown * 1000) / 1000
}

/** Returns a value with its unit: "178 mm", "15°". */
export function textWithUnit(specification: Specification, value: Value, lengths: LengthUnit): string {
  const text = valueText(specification, value, lengths)
  const unit = typeof value === 'number' ? shownUnit(specification, lengths) : null
  if (unit === null) return text
  return unit === '°' ? `${text}°` : `${text}${NO_BREAK}${unit}`
}

/** Returns the specifications that at least one of the products has a value for. */
export function usedSpecifications(specifications: Specification[], products: Product[]): Specification[] {
  return specifications.filter(({ key }) => products.some((product) => key in product.specifications))
}

/** Returns the specifications in which the products differ; a missing value differs from any. */
export function differingSpecifications(
  specifications: Specification[],
  products: Product[],
): Specification[] {
  return specifications.filter(
    ({ key }) => new Set(products.map((product) => product.specifications[key])).size > 1,
  )
}
