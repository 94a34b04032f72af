import type { Category } from '#shop/catalogue/categories/category.ts'
import type { CatalogueQuery, NumberRange } from '#shop/search/query/search-query.ts'

export type ActiveFilter = { text: string; without: CatalogueQuery }

type Named = Pick<Category, 'slug' | 'name'>
type NamedFacet = { key: string; name: string; unit: string | null }

/**
 * Returns the labels of a query's filters, each with the query without that filter. Null instead of the
 * categories leaves out the category, where the page is about it.
 */
export function activeFilters(
  query: CatalogueQuery,
  categories: readonly Named[] | null,
  facets: readonly NamedFacet[],
): ActiveFilter[] {
  const { category, specifications, price, isInStock } = query
  const filters: ActiveFilter[] = []
  if (category !== null && categories !== null) {
    const name = categories.find(({ slug }) => slug === category)?.name ?? category
    filters.push({ text: name, without: { ...query, category: null } })
  }
  for (const [key, { values, range }] of Object.entries(specifications)) {
    const { name, unit } = facets.find((facet) => facet.key === key) ?? { name: key, unit: null }
    const measured = (text: string) => (unit === null ? text : `${text} ${unit}`)
    for (const value of values) {
      const others = values.filter((other) => other !== value)
      filters.push({
        text: `${name}: ${measured(value)}`,
        without: withSpecification(query, key, others, range),
      })
    }
    if (range) {
      filters.push({
        text: `${name}: ${measured(rangeInWords(range))}`,
        without: withSpecification(query, key, values, null),
      })
    }
  }
  if (price) {
    filters.push({
      text: `Price: ${rangeInWords(price, '$')}`,
      without: { ...query, price: null },
    })
  }
  if (isInStock) filters.push({ text: 'In stock', without: { ...query, isInStock: false } })
  return filters
}

export function withSpecification(
  query: CatalogueQuery,
  key: string,
  values: string[],
  range: NumberRange | null,
): CatalogueQuery {
  const { [key]: _, ...others } = query.specifications
  const isUsed = values.length > 0 || range !== null
  return {
    ...query,
    specifications: isUsed ? { ...others, [key]: { values, range } } : others,
  }
}

function rangeInWords({ min, max }: NumberRange, currency = ''): string {
  if (min === null) return `up to ${currency}${max}`
  return max === null ? `from ${currency}${min}` : `${currency}${min} to ${currency}${max}`
}
