import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { categorySpecsErrors } from './category-specs.ts'
import type { ProductValues } from './product-edits.ts'

/**
 * Validates what `sentOf` takes from the form's values by `schema`, and the values of the chosen
 * category by its specifications.
 */
export function productResolver<Sent>(
  schema: z.ZodType<Sent, FieldValues>,
  categories: readonly Category[],
  sentOf: (values: ProductValues) => FieldValues,
): Resolver<ProductValues, unknown, Sent> {
  const check = zodResolver<FieldValues, unknown, Sent>(schema)
  return async (values, context, options) => {
    const sent = sentOf(values)
    const result = await check(sent, context, { ...options })
    const [message] =
      'category' in sent ? Object.values(categorySpecsErrors(values.categorySpecs, categories)) : []
    const { category, specifications, ...errors } = result.errors
    if (message !== undefined) Object.assign(errors, { categorySpecs: { type: 'invalid', message } })
    if (Object.keys(errors).length === 0) return { values: result.values as Sent & {}, errors: {} }
    return { values: {}, errors: errors as FieldErrors<ProductValues> }
  }
}
