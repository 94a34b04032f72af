import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { MAX_COUNTED, MAX_FACET_VALUES } from '#shop/catalogue/search-limits.ts'
import { type SearchCondition, withChildren } from './search-condition.server.ts'
import type { Facet, Facets } from './search-json.server.ts'
import type { CatalogueQuery } from './search-query.ts'

/**
 * How many products have a value. Each filter's own values are counted without that filter: `leftOut`
 * names it, or is 'all' for the search itself. A value is one of product_search.facets, '@category',
 * '$price', '$stock' or '$total'. At most MAX_COUNTED products are counted, plus one that shows that
 * there are more.
 */
export type FacetCounts = {
  leftOut: string
  value: string
  count: number
  min: number | null
  max: number | null
  /** How many different values the same specification has. */
  values: number
}[]

/** The counts of a search, whose matches are in `candidate`, as one JSON value. */
export function facetCounts(search: SearchCondition): RawBuilder<unknown> {
  const { query } = search
  const filters = filtersOf(query).filter((filter) => filter !== '@' || !isOfAll(query))
  const counted = [
    sql`(select 'all' as left_out, category, unit_price_cents, orderable, facets from candidate)`,
    ...filters.map(
      (filter) =>
        sql`select ${filter}::text, category, unit_price_cents, orderable, facets
          from (select * from product_search where ${search.matches(without(query, filter))}
            limit ${MAX_COUNTED + 1}) matching`,
    ),
  ]
  const categories = isOfAll(query)
    ? sql`select ${query.category === null ? 'all' : '@'}::text, '@' || category, listed,
        null::numeric, null::numeric, 1 from product_count where category <> '' and listed > 0`
    : sql`select left_out, '@' || category, count(*)::int, null, null, 1 from counted
        where left_out in ('all', '@') and category is not null group by left_out, category`
  return sql`(
    with counted as materialized (${sql.join(counted, sql` union all `)}),
    -- The specifications: of the search itself, and of those that were left out.
    by_value as (
      select left_out, facet as value, count(*)::int as count,
        substring(facet from '^[^=#]+') as key,
        case when substring(facet from '[=#]') = '#' then substring(facet from '#(.*)$')::numeric
          end as number
      from counted, unnest(facets) facet
      where left_out = 'all' or starts_with(facet, left_out || '=')
        or starts_with(facet, left_out || '#')
      group by left_out, facet
    ), ranked as (
      select left_out, value, count, min(number) over specification as min,
        max(number) over specification as max, count(*) over specification as values,
        row_number() over (
          partition by left_out, key order by count desc, number, value
        ) as position
      from by_value window specification as (partition by left_out, key)
    )
    select coalesce(json_agg(json_build_object('leftOut', left_out, 'value', value, 'count', count,
      'min', min, 'max', max, 'values', values)), '[]')
    from (
      select left_out, value, count, min, max, values from ranked
      where position <= ${MAX_FACET_VALUES} or value = any(${chosenValues(query)})
      union all ${categories}
      union all
      select left_out, '$total', count(*)::int, null, null, 1 from counted group by left_out
      union all
      select left_out, '$price', count(*)::int, min(unit_price_cents), max(unit_price_cents), 1
      from counted where left_out in ('all', '$price') group by left_out
      union all
      select left_out, '$stock', count(*)::int, null, null, 1
      from counted where left_out in ('all', '$stock') and orderable group by left_out
    ) facet
  )`
}

/** Whether the categories are counted without any filter. */
function isOfAll({ text, price, isInStock, specifications }: CatalogueQuery): boolean {
  return text === '' && price === null && !isInStock && Object.keys(specifications).length === 0
}

/** The filters of a query: '@' for the category, '$price', '$stock' or a specification's key. */
function filtersOf({ category, price, isInStock, specifications }: CatalogueQuery): string[] {
  return [
    ...(category === null ? [] : ['@']),
    ...(price ? ['$price'] : []),
    ...(isInStock ? ['$stock'] : []),
    ...Object.keys(specifications),
  ]
}

/** The chosen values, which are always offered so that they can be removed. */
function chosenValues({ specifications }: CatalogueQuery): string[] {
  return Object.entries(specifications).flatMap(([key, { values }]) =>
    values.flatMap((value) => [`${key}=${value}`, `${key}#${value}`]),
  )
}

function without(query: CatalogueQuery, filter: string): CatalogueQuery {
  if (filter === '@') return { ...query, category: null }
  if (filter === '$price') return { ...query, price: null }
  if (filter === '$stock') return { ...query, isInStock: false }
  const { [filter]: _, ...specifications } = query.specifications
  return { ...query, specifications }
}

/** Converts counts to the facets that a page shows, in the categories' order. */
export function toFacets(
  counts: FacetCounts,
  query: CatalogueQuery,
  categories: readonly Category[],
): Facets {
  const active = new Set(filtersOf(query))
  // The values of an active filter are counted without it.
  const countedFor = (filter: string) => (active.has(filter) ? filter : 'all')
  const of = (filter: string) => counts.filter(({ leftOut }) => leftOut === countedFor(filter))
  const capped = new Set(
    counts.flatMap(({ leftOut, value, count }) =>
      value === '$total' && count > MAX_COUNTED ? [leftOut] : [],
    ),
  )
  const isCapped = (filter: string) => capped.has(countedFor(filter))
  const ofCategories = of('@')
  const price = of('$price').find(({ value }) => value === '$price')
  const stock = of('$stock').find(({ value }) => value === '$stock')
  const countOf = (slug: string) =>
    ofCategories.find(({ value }) => value === `@${slug}`)?.count ?? 0
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
      const found = of(key).filter(({ value }) => value.startsWith(start))
      const values = found.map(({ value, count }) => ({
        value: value.slice(start.length),
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
        values: values.sort((a, b) => (kind === 'number' ? Number(a.value) - Number(b.value) : 0)),
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
