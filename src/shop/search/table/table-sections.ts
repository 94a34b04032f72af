import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { usedSpecifications } from '#shop/catalogue/specifications/specification-text.ts'
import type { CatalogueQuery } from '#shop/search/query/search-query.ts'

/** The maximum specifications with a column of their own. */
export const MAX_COLUMNS = 5

export type TableSection = {
  /** The slug; null for products without a category. */
  category: string | null
  name: string
  /** The specifications that its products have, in the category's order. */
  specifications: Specification[]
  /** The keys of those to show: searched ones, then those in which the products differ most. */
  varied: string[]
}

type Searched = Pick<CatalogueQuery, 'text' | 'specifications'>

/** Returns the sections of a table, in the order of their first products; `searched` is the query that found them. */
export function tableSections(
  categories: Category[],
  products: readonly Product[],
  searched: Searched,
): TableSection[] {
  const byCategory = Map.groupBy(products, ({ category }) => category)
  return [...byCategory].map(([category, products]) => {
    const all = specificationsOf(categories, category)
    const specifications = usedSpecifications(all, products)
    return {
      category,
      name: categories.find(({ slug }) => slug === category)?.name ?? 'Other tools',
      specifications,
      varied: mostVaried(specifications, products, searched),
    }
  })
}

/**
 * A specification differs in as many products as have another value than the most frequent one. Words
 * that the products' names repeat, such as a type, need no column, nor do values that are all equal,
 * unless they were searched for.
 */
function mostVaried(
  specifications: Specification[],
  products: readonly Product[],
  searched: Searched,
): string[] {
  const numbers = new Set(searched.text.match(/\d+(?:\.\d+)?/g)?.map(Number))
  const isSearched = (key: string) =>
    Object.hasOwn(searched.specifications, key) ||
    products.filter(({ specifications: { [key]: value } }) => numbers.has(Number(value))).length * 2 >
      products.length
  const variety = specifications.map(({ key }) => {
    const values = products.flatMap((product) => product.specifications[key] ?? [])
    const frequencies = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length)
    const isNamed = products.every(({ name, specifications: { [key]: value } }) =>
      typeof value === 'string' ? name.toLowerCase().includes(value.toLowerCase()) : !value,
    )
    const differing = isNamed ? 0 : values.length - Math.max(...frequencies)
    return { key, differing: isSearched(key) ? Number.POSITIVE_INFINITY : differing }
  })
  return variety
    .filter(({ differing }) => differing > 0 || products.length === 1)
    .sort((a, b) => b.differing - a.differing)
    .slice(0, MAX_COLUMNS)
    .map(({ key }) => key)
}
