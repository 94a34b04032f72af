import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { Search } from './search-catalogue.server.ts'
import type { Facet, Facets } from './search-json.server.ts'
import { MAX_COUNTED, MAX_FACET_VALUES } from './search-limits.ts'
import type { CatalogueQuery } from './search-query.ts'
import { withChildren } from './word-query.server.ts'

/**
 * How many products have a value: `part` names the filter that was left out for it, or 'all';
 * `token` is a value of product_search.facets, '@category', '$price' or '$stock'.
 */
export type FacetCounts = {
  part: string
  token: string
  count: number
  min: number | null
  max: number | null
  values: number
}[]

/** The counts of a search as one JSON value. Each filter's own values are counted without it. */
export function facetCounts(search: Search): RawBuilder<unknown> {
  const { query } = search
  const others = partsOf(query).map(
    (part) =>
      sql`select ${part}::text as part, category, unit_price_cents, orderable, facets
      from (select * from product_search where ${search.matches(without(query, part))}
        limit ${MAX_COUNTED}) narrowed`,
  )
  return sql`(
    with counted as materialized (
      ${sql.join(
        [
          sql`(select 'all' as part, category, unit_price_cents, orderable, facets
            from candidate limit ${MAX_COUNTED})`,
          ...others,
        ],
        sql` union all `,
      )}
    ), grouped as (
      select part, facet as token, count(*)::int as count from counted, unnest(facets) facet
      where part = 'all' or starts_with(facet, part || '=') or starts_with(facet, part || '#')
      group by part, facet
    ), ranked as (
      select part, token, count,
        substring(token from '^[^=#]+') as key,
        case when substring(token from '[=#]') = '#'
          then substring(token from '#(.*)$')::numeric end as number
      from grouped
    ), bounded as (
      select part, token, count, min(number) over each as min, max(number) over each as max,
        count(*) over each as values,
        row_number() over (partition by part, key order by count desc, number, token) as place
      from ranked window each as (partition by part, key)
    )
    select coalesce(json_agg(json_build_object('part', part, 'token', token, 'count', count,
      'min', min, 'max', max, 'values', values)), '[]')
    from (
      select part, token, count, min, max, values from bounded where place <= ${MAX_FACET_VALUES}
      union all
      select part, '@' || category, count(*)::int, null, null, 1 from counted
      where part in ('all', '@') and category is not null group by part, category
      union all
      select part, '$price', count(*)::int, min(unit_price_cents), max(unit_price_cents), 1
      from counted where part in ('all', '$price') group by part
      union all
      select part, '$stock', count(*)::int, null, null, 1
      from counted where part in ('all', '$stock') and orderable group by part
    ) each
  )`
}

/** The filters of a query: '@' for the category, '$price', '$stock' or a specification's key. */
function partsOf({ category, price, isInStock, specifications }: CatalogueQuery): string[] {
  return [
    ...(category === null ? [] : ['@']),
    ...(price ? ['$price'] : []),
    ...(isInStock ? ['$stock'] : []),
    ...Object.keys(specifications),
  ]
}

function without(query: CatalogueQuery, part: string): CatalogueQuery {
  if (part === '@') return { ...query, category: null }
  if (part === '$price') return { ...query, price: null }
  if (part === '$stock') return { ...query, isInStock: false }
  const { [part]: _, ...specifications } = query.specifications
  return { ...query, specifications }
}

/** Converts counts to the facets that a page shows, in the categories' order. */
export function toFacets(
  counts: FacetCounts,
  query: CatalogueQuery,
  categories: readonly Category[],
): Facets {
  const active = new Set(partsOf(query))
  // A filter's own values come from the part without it.
  const of = (part: string) =>
    counts.filter((count) => count.part === (active.has(part) ? part : 'all'))
  const ofCategories = of('@')
  const price = of('$price').find(({ token }) => token === '$price')
  const stock = of('$stock').find(({ token }) => token === '$stock')
  const countOf = (slug: string) =>
    ofCategories.find(({ token }) => token === `@${slug}`)?.count ?? 0
  return {
    categories: categories.flatMap(({ slug, name, parent }) => {
      const count = withChildren(slug, categories).reduce((sum, one) => sum + countOf(one), 0)
      return count > 0 ? [{ slug, name, parent, count }] : []
    }),
    price: price ? { min: (price.min ?? 0) / 100, max: (price.max ?? 0) / 100 } : null,
    inStock: stock?.count ?? 0,
    specifications: specificationsOf(query, categories).flatMap(({ key, name, unit, kind }) => {
      const start = kind === 'number' ? `${key}#` : `${key}=`
      const found = of(key).filter(({ token }) => token.startsWith(start))
      const values = found.map(({ token, count }) => ({ value: token.slice(start.length), count }))
      const [first] = found
      if (!first) return []
      const facet: Facet = {
        key,
        name,
        unit,
        kind: kind === 'number' ? 'number' : 'text',
        min: first.min,
        max: first.max,
        valueCount: first.values,
        values: values.sort((one, other) =>
          kind === 'number' ? Number(one.value) - Number(other.value) : 0,
        ),
      }
      return [facet]
    }),
  }
}

/** The specifications by key: those of the chosen category first, each key once. */
function specificationsOf({ category }: CatalogueQuery, categories: readonly Category[]) {
  const own = categories.filter(({ slug }) => slug === category)
  const all = [...own, ...categories].flatMap(({ specifications }) => specifications)
  return [...new Map(all.reverse().map((one) => [one.key, one])).values()].reverse()
}
