import { characterCount } from '#platform/text.ts'
import type { Specification } from './category.ts'

export type SpecificationValues = Record<string, number | string>

const LONGEST_TEXT_VALUE = 120
const LARGEST_NUMBER = 1_000_000_000
const MAX_DECIMALS = 6
// Below the database's limit on a product's specifications as a whole.
const LONGEST_JSON = 3500

/** Returns why a value is invalid for a specification, or null if it is valid (product 12.2). */
function whyInvalidValue(specification: Specification, value: unknown): string | null {
  const { name, kind, choices } = specification
  if (kind === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return `${name} must be a number`
    if (Math.abs(value) > LARGEST_NUMBER) {
      return `${name} must be between -1,000,000,000 and 1,000,000,000`
    }
    const isShort = Number(value.toFixed(MAX_DECIMALS)) === value
    return isShort ? null : `${name} has at most ${MAX_DECIMALS} decimals`
  }
  if (typeof value !== 'string') return `${name} must be a text`
  if (kind === 'choice') {
    return choices?.includes(value) ? null : `${name} must be one of: ${choices?.join(', ')}`
  }
  if (value === '') return `${name} must not be empty`
  return characterCount(value) <= LONGEST_TEXT_VALUE
    ? null
    : `${name} has at most ${LONGEST_TEXT_VALUE} characters`
}

/** Returns the errors of a product's values by field: `specifications.{key}` (product 12.4). */
export function specificationErrors(
  specifications: readonly Specification[],
  values: SpecificationValues,
): Record<string, string> {
  const byKey = new Map(specifications.map((specification) => [specification.key, specification]))
  const errors = Object.entries(values).flatMap(([key, value]) => {
    const specification = byKey.get(key)
    const error = specification
      ? whyInvalidValue(specification, value)
      : 'The category has no such specification'
    return error === null ? [] : [[`specifications.${key}`, error]]
  })
  const isLong = JSON.stringify(values).length > LONGEST_JSON
  if (errors.length === 0 && isLong) {
    return { specifications: 'The specifications are too long in total' }
  }
  return Object.fromEntries(errors)
}

/** Returns the values that are valid for these specifications, for a move to another category. */
export function validValues(
  specifications: readonly Specification[],
  values: SpecificationValues,
): SpecificationValues {
  const remaining = specifications.flatMap((specification) => {
    const value = values[specification.key]
    if (value === undefined || whyInvalidValue(specification, value) !== null) return []
    return [[specification.key, value] as const]
  })
  return Object.fromEntries(remaining)
}
