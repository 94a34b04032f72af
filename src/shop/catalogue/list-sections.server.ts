import { type RawBuilder, sql } from 'kysely'

/** A list of products that the database cuts into sections, to find any page of it. */
export type SectionedList =
  | 'product'
  | 'product.name'
  | 'product.price'
  | `product.category.${string}`

/** Returns the list of one category. */
export function categoryList(slug: string): SectionedList {
  return `product.category.${slug}`
}

/**
 * Returns a query of the ids on one page of a list, in any order. Adding up the sections before the
 * page costs as little as reading it; triggers keep their numbers of products exact.
 */
export function idsOfPage(
  list: SectionedList,
  direction: 'asc' | 'desc',
  { size, page }: { size: number; page: number },
): RawBuilder<{ id: string }> {
  const before = sql`${size * page}::bigint`
  const [start, length] =
    direction === 'asc'
      ? [before, sql`${size}::bigint`]
      : [sql`greatest(total - ${before} - ${size}, 0)`, sql`least(${size}, total - ${before})`]
  const key = list === 'product.name' || list === 'product.price' ? keys[list] : keys.product
  const isInCategory = list.startsWith('product.category.')
    ? sql`and category = ${list.slice('product.category.'.length)}`
    : sql``
  // The outer limit tells the planner that few rows come.
  return sql`
    select page.id from (
      select * from (
        select *, sum(products) over (order by number, word, id) - products as before,
          sum(products) over () as total
        from list_section where list = ${list}
      ) counted
      where before <= ${start} order by number desc, word desc, id desc limit 1
    ) section
    cross join lateral (
      select id from product
      where deleted_at is null ${isInCategory} and (${key.columns}) >= (${key.first})
      order by ${key.columns} limit greatest(${length}, 0) offset ${start} - before
    ) page
    limit ${size}`
}

const keys = {
  product: { columns: sql`id`, first: sql`section.id` },
  'product.name': { columns: sql`name, id`, first: sql`section.word, section.id` },
  'product.price': { columns: sql`unit_price_cents, id`, first: sql`section.number, section.id` },
}
