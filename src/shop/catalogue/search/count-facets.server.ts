import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { type SearchCondition, withChildren } from './search-condition.server.ts'
import type { Facet, Facets } from './search-json.server.ts'
import { MAX_COUNTED, MAX_FACET_VALUES } from './search-limits.ts'
import type { CatalogueQuery } from './search-query.ts'

/**
 * How many products have a value: `part` names the filter that was left out for it, or 'all';
 * `token` is a value of product_search.facets, '@category', '$price', '$stock' or '$total'. A part
 * counts up to MAX_COUNTED products and one more, which tells that there are more.
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
export function facetCounts(search: SearchCondition): RawBuilder<unknown> {
  const { query } = search
  const parts = partsOf(query).filter((part) => part !== '@' || !isOfAll(query))
  const others = parts.map(
    (part) =>
      sql`select ${part}::text as part, category, unit_price_cents, orderable, facets
      from (select * from product_search where ${search.matches(without(query, part))}
        limit ${MAX_COUNTED + 1}) narrowed`,
  )
  const categories = isOfAll(query)
    ? allCategories(query.category === null ? 'all' : '@')
    : sql`select part, '@' || category, count(*)::int, null, null, 1 from counted
      where part in ('all', '@') and category is not null group by part, category`
  return sql`(
    with counted as materialized (
      ${sql.join(
        [
          sql`(select 'all' as part, category, unit_price_cents, orderable, facets
            from candidate)`,
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
      select part, token, count, min, max, values from bounded
      where place <= ${MAX_FACET_VALUES} or token = any(${chosenTokens(query)})
      union all
      ${categories}
      union all
      select part, '$total', count(*)::int, null, null, 1 from counted group by part
      union all
      select part, '$price', count(*)::int, min(unit_price_cents), max(unit_price_cents), 1
      from counted where part in ('all', '$price') group by part
      union all
      select part, '$stock', count(*)::int, null, null, 1
      from counted where part in ('all', '$stock') and orderable group by part
    ) each
  )`
}

/** Whether the categories are counted without any filter. */
function isOfAll({ text, price, isInStock, specifications }: CatalogueQuery): boolean {
  return text === '' && price === null && !isInStock && Object.keys(specifications).length === 0
}

/** The categories of all products, counted exactly. */
function allCategories(part: string): RawBuilder<unknown> {
  return sql`select ${part}::text, '@' || category, count(*)::int, null::numeric, null::numeric, 1
    from product_search where category is not null group by category`
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

/** The values that are always offered, so that they can be taken off. */
function chosenTokens({ specifications }: CatalogueQuery): string[] {
  return Object.entries(specifications).flatMap(([key, { values }]) =>
    values.flatMap((value) => [`${key}=${value}`, `${key}#${value}`]),
  )
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
  const partOf = (filter: string) => (active.has(filter) ? filter : 'all')
  const of = (filter: string) => counts.filter(({ part }) => part === partOf(filter))
  const capped = new Set(
    counts.flatMap(({ part, token, count }) =>
      token === '$total' && count > MAX_COUNTED ? [part] : [],
    ),
  )
  const isCapped = (filter: string) => capped.has(partOf(filter))
  const ofCategories = of('@')
  const price = of('$price').find(({ token }) => token === '$price')
  const stock = of('$stock').find(({ token }) => token === '$stock')
  const countOf = (slug: string) =>
    ofCategories.find(({ token }) => token === `@${slug}`)?.count ?? 0
  const specifications = specificationsOf(query, categories)
  return {
    categories: categories.flatMap(({ slug, name, parent }) => {
      const sum = withChildren(slug, categories).reduce((sum, one) => sum + countOf(one), 0)
      const count = isOfAll(query) ? sum : Math.min(sum, MAX_COUNTED)
      return count > 0 ? [{ slug, name, parent, count }] : []
    }),
    price: price ? { min: (price.min ?? 0) / 100, max: (price.max ?? 0) / 100 } : null,
    inStock: Math.min(stock?.count ?? 0, MAX_COUNTED),
    capped: [
      ...(isCapped('@') && !isOfAll(query) ? ['category'] : []),
      ...(isCapped('$price') ? ['price'] : []),
      ...(isCapped('$stock') ? ['stock'] : []),
      ...specifications.flatMap(({ key }) => (isCapped(key) ? [`spec.${key}`] : [])),
    ],
    specifications: specifications.flatMap(({ key, name, unit, kind }) => {
      const start = kind === 'number' ? `${key}#` : `${key}=`
      const found = of(key).filter(({ token }) => token.startsWith(start))
      const values = found.map(({ token, count }) => ({
        value: token.slice(start.length),
        count: Math.min(count, MAX_COUNTED),
      }))
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
