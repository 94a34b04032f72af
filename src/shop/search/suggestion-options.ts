import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import type { Suggestions } from './search-json.server.ts'

/** A suggestion and its URL. */
export type SuggestionOption =
  | { kind: 'product'; key: string; path: string; product: Product }
  | { kind: 'category'; key: string; path: string; name: string }
  | { kind: 'all'; key: string; path: string; text: string }

/** The suggestions for a text: categories, products, and a link to all results. */
export function suggestionOptions(typed: string, suggestions: Suggestions): SuggestionOption[] {
  const { categories, products, total, isCapped } = suggestions
  const count = `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`
  return [
    ...categories.map(({ slug, name }) => ({
      kind: 'category' as const,
      key: slug,
      path: withQuery(href('/purchase'), { category: slug }),
      name,
    })),
    ...products.map((product) => ({
      kind: 'product' as const,
      key: product._id,
      path: productPath(product),
      product,
    })),
    ...(total === 0
      ? []
      : [
          {
            kind: 'all' as const,
            key: 'all',
            path: withQuery(href('/purchase'), { q: typed.trim() }),
            text: total === 1 ? 'Show 1 tool' : `Show all ${count} tools`,
          },
        ]),
  ]
}

/** Returns whether a suggestion is a product that can be ordered now. */
export function canBeAdded(
  option: SuggestionOption,
): option is Extract<SuggestionOption, { kind: 'product' }> {
  return option.kind === 'product' && option.product.quantity >= option.product.minQuantity
}
