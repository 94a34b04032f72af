import { type RawBuilder, sql } from 'kysely'
import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import { MAX_COUNTED, MAX_FACET_VALUES } from './query/search-limits.ts'
import { type CatalogueQuery, everything } from './query/search-query.ts'
import { type SearchCondition, withChildren } from './search-condition.server.ts'
import type { Facet, Facets } from './search-json.server.ts'

/**
 * How many products have a value. Each filter's own values are counted without that filter: `leftOut`
 * names it, or is 'all' for the search itself. 'base' is the text and the category without any other
 * filter, and '@base' the text alone: they have every value to offer. A value is one of
 * product_search.facets, '@category', '$price', '$stock' or '$total'. At most MAX_COUNTED products are
 * counted, plus one that shows that there are more.
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
  const counted = [
    sql`(select 'all' as left_out, category, unit_price_cents, orderable, facets from candidate)`,
    ...leftOut(query).map(
      ({ name, rest }) =>
        // Without the categories, price or stock filter, only these are counted.
        sql`select ${name}::text, category, unit_price_cents, orderable,
            ${/^[@$]/.test(name) ? sql`'{}'::text[]` : sql`facets`}
          from (select * from product_search where ${search.matches(rest)}
            limit ${MAX_COUNTED + 1}) matching`,
    ),
  ]
  const ofAll = (name: string) => sql`select ${name}::text, '@' || category, listed, null::numeric,
    null::numeric, 1 from product_count where category <> '' and listed > 0`
  const ofCounted = sql`select left_out, '@' || category, count(*)::int, null, null, 1 from counted
    where left_out in ('all', '@', 'base', '@base') and category is not null
    group by left_out, category`
  const categories = isOfAll(query)
    ? ofAll(query.category === null ? 'all' : '@')
    : query.text === ''
      ? sql`${ofAll('@base')} union all ${ofCounted}`
      : ofCounted
  return sql`(
    with counted as materialized (${sql.join(counted, sql` union all `)}),
    -- The specifications: of the search itself, and of those that were left out.
    grouped as (
      select left_out, facet as value, count(*)::int as count,
        split_part(translate(facet, '#', '='), '=', 1) as key
      from counted, unnest(facets) facet
      where left_out in ('all', 'base') or starts_with(facet, left_out || '=')
        or starts_with(facet, left_out || '#')
      group by left_out, facet
    ), by_value as (
      select *, case when starts_with(value, key || '#')
        then substr(value, length(key) + 2)::numeric end as number
      from grouped
    ), ranked as (
      select left_out, value, count, min(number) over specification as min,
        max(number) over specification as max, count(*) over specification as values,
        row_number() over (
          partition by left_out, key order by count desc, number, value collate "C"
        ) as position
      from by_value window specification as (partition by left_out, key)
    ), offered as (
      select value from ranked
      where position <= ${MAX_FACET_VALUES} or value = any(${chosenValues(query)})
    )
    select coalesce(json_agg(json_build_object('leftOut', left_out, 'value', value, 'count', count,
      'min', min, 'max', max, 'values', values)), '[]')
    from (
      select left_out, value, count, min, max, values from ranked
      where value in (select value from offered)
      union all ${categories}
      union all
      select left_out, '$total', count(*)::int, null, null, 1 from counted group by left_out
      union all
      select left_out, '$price', count(*)::int, min(unit_price_cents), max(unit_price_cents), 1
      from counted where left_out in ('all', 'base', '$price') group by left_out
      union all
      select left_out, '$stock', count(*)::int, null, null, 1
      from counted where left_out in ('all', 'base', '$stock') and orderable group by left_out
    ) facet
  )`
}

/** What is counted besides the search itself: it without each filter, and without any of them. */
function leftOut(query: CatalogueQuery): { name: string; rest: CatalogueQuery }[] {
  const filters = furtherFilters(query)
  const base = { ...everything, text: query.text, category: query.category }
  const isCategoryCounted = query.category !== null && !isOfAll(query)
  return [
    ...(isCategoryCounted ? [{ name: '@', rest: { ...query, category: null } }] : []),
    ...(filters.length > 0 ? [{ name: 'base', rest: base }] : []),
    // Without the only filter it is the base.
    ...(filters.length > 1 ? filters.map((filter) => ({ name: filter, rest: without(query, filter) })) : []),
    ...(filters.length > 0 && query.text !== '' && query.category !== null
      ? [{ name: '@base', rest: { ...base, category: null } }]
      : []),
  ]
}

/** Whether the categories are counted without any filter. */
function isOfAll(query: CatalogueQuery): boolean {
  return query.text === '' && furtherFilters(query).length === 0
}

/** The filters of a query besides its category: '$price', '$stock' or a specification's key. */
function furtherFilters({ price, isInStock, specifications }: CatalogueQuery): string[] {
  return [...(price ? ['$price'] : []), ...(isInStock ? ['$stock'] : []), ...Object.keys(specifications)]
}

/** The chosen values, which are always offered so that they can be removed. */
function chosenValues({ specifications }: CatalogueQuery): string[] {
  return Object.entries(specifications).flatMap(([key, { values }]) =>
    values.flatMap((value) => [`${key}=${value}`, `${key}#${value}`]),
  )
}

function without(query: CatalogueQuery, filter: string): CatalogueQuery {
  if (filter === '$price') return { ...query, price: null }
  if (filter === '$stock') return { ...query, isInStock: false }
  const { [filter]: _, ...specifications } = query.specifications
  return { ...query, specifications }
}

/**
 * Converts counts to the facets that a page shows, in the categories' order. A value that the filters
 * leave without a product stays with a count of 0, so that nothing moves when a filter is chosen.
 */
export function toFacets(
  counts: FacetCounts,
  query: CatalogueQuery,
  categories: readonly Category[],
): Facets {
  const filters = furtherFilters(query)
  // The values of an active filter are counted without it.
  const countedFor = (filter: string) => {
    if (filter === '@') return query.category === null ? 'all' : '@'
    if (!filters.includes(filter)) return 'all'
    return filters.length === 1 ? 'base' : filter
  }
  const within = (name: string) => counts.filter(({ leftOut }) => leftOut === name)
  const of = (filter: string) => within(countedFor(filter))
  const offered = filters.length > 0 ? within('base') : []
  const capped = new Set(
    counts.flatMap(({ leftOut, value, count }) =>
      value === '$total' && count > MAX_COUNTED ? [leftOut] : [],
    ),
  )
  const isCapped = (filter: string) => capped.has(countedFor(filter))
  const ofCategories = of('@')
  const offeredCategories = [...offered, ...within('@base')]
  const sumOf = (slug: string, counted: FacetCounts) => {
    const slugs = withChildren(slug, categories).map((slug) => `@${slug}`)
    return counted.reduce((sum, { value, count }) => sum + (slugs.includes(value) ? count : 0), 0)
  }
  const price = of('$price').find(({ value }) => value === '$price')
  const stock = of('$stock').find(({ value }) => value === '$stock')
  const specifications = specificationsOf(query, categories)
  return {
    categories: categories.flatMap(({ slug, name, parent }) => {
      const sum = sumOf(slug, ofCategories)
      const count = isOfAll(query) ? sum : Math.min(sum, MAX_COUNTED)
      return count > 0 || sumOf(slug, offeredCategories) > 0 ? [{ slug, name, parent, count }] : []
    }),
    price: price ? { min: (price.min ?? 0) / 100, max: (price.max ?? 0) / 100 } : null,
    inStock: Math.min(stock?.count ?? 0, MAX_COUNTED),
    capped: [
      ...(isCapped('@') && !isOfAll(query) ? ['category'] : []),
      ...(isCapped('$price') ? ['price'] : []),
      ...(isCapped('$stock') ? ['stock'] : []),
      ...specifications.flatMap(({ key }) => (isCapped(key) ? [`spec.${key}`] : [])),
    ],
    specifications: specifications.flatMap((specification) =>
      toFacet(specification, of(specification.key), offered),
    ),
  }
}

function toFacet(
  { key, name, unit, kind }: Specification,
  counted: FacetCounts,
  offered: FacetCounts,
): Facet[] {
  const start = kind === 'number' ? `${key}#` : `${key}=`
  const ofKey = (counts: FacetCounts) => counts.filter(({ value }) => value.startsWith(start))
  const facet = ofKey(counted)
  const all = ofKey([...offered, ...counted])
  const [first] = all
  if (!first) return []
  const countOf = new Map(facet.map(({ value, count }) => [value, count]))
  // The counts without filters decide the order, which then stays the same.
  const inOrder = [...new Map(all.reverse().map((entry) => [entry.value, entry])).values()].sort(
    kind === 'number'
      ? (a, b) => Number(a.value.slice(start.length)) - Number(b.value.slice(start.length))
      : (a, b) => b.count - a.count || (a.value < b.value ? -1 : 1),
  )
  return [
    {
      key,
      name,
      unit,
      kind: kind === 'number' ? 'number' : 'text',
      min: facet[0]?.min ?? null,
      max: facet[0]?.max ?? null,
      valueCount: first.values,
      values: inOrder.map(({ value }) => ({
        value: value.slice(start.length),
        count: Math.min(countOf.get(value) ?? 0, MAX_COUNTED),
      })),
    },
  ]
}

/** The specifications by key: those of the chosen category first, each key once. */
function specificationsOf({ category }: CatalogueQuery, categories: readonly Category[]) {
  const own = categories.filter(({ slug }) => slug === category)
  const all = [...own, ...categories].flatMap(({ specifications }) => specifications)
  return [...new Map(all.reverse().map((facet) => [facet.key, facet])).values()].reverse()
}
