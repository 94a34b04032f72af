import { conflict, invalid, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { type ContractOverlap, overlapText } from '#shop/prices/contract-overlap.server.ts'

/** Why a category or its specifications were not changed. */
export type CategoryRefusal =
  | Refusal<'no-such-category' | 'no-such-parent' | 'too-deep' | 'has-categories' | 'has-prices'>
  | Refusal<'no-such-target' | 'stale-specifications'>
  | ContractOverlap
  | (Refusal<'has-products'> & { products: number })
  | (Refusal<'loses-values' | 'moves-values'> & { products: number })

const products = (count: number) => (count === 1 ? '1 product' : `${count} products`)

export const refuseCategory = refusals<CategoryRefusal>({
  'no-such-category': notFound('This category does not exist any more.'),
  'no-such-parent': invalid('The category above does not exist any more.', 'parent'),
  'too-deep': invalid(
    'Categories are two levels deep: choose a category of the first level, and move the categories below this one first.',
    'parent',
  ),
  'has-categories': conflict('There are categories below this one. Move or delete them first.'),
  'has-prices': conflict('A price list has prices for this category. Take them out first.'),
  'contracts-overlap': conflict(overlapText),
  'has-products': conflict(
    ({ products: count }) => `Choose where the ${products(count)} of this category go.`,
  ),
  'no-such-target': invalid('The category for the products does not exist any more.', 'productsTo'),
  'stale-specifications': conflict(
    'The specifications were changed in the meantime. Reload the page, then change them again.',
  ),
  'loses-values': {
    status: 409,
    text: ({ products: count }) =>
      `${products(count)} would lose a value with this change: of a removed specification, another kind or a removed choice.`,
    // The minimum of `losing`.
    fields: ({ products: count }) => ({ losing: String(count) }),
  },
  'moves-values': conflict(
    ({ products: count }) =>
      `${products(count)} have values of specifications of the category above. Add these specifications to this category first.`,
  ),
})
