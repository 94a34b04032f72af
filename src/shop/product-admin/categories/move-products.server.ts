import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import {
  type ContractOverlap,
  overlapsOfPlaced,
  type PlacedProduct,
} from '#shop/prices/contract-overlap.server.ts'

// Keeps each statement far below the statement timeout.
const BATCH = 5_000

/** The values of a product that are valid in a category (product 12.3), as SQL. */
function validValuesIn(category: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}')
    from jsonb_each(product.specifications) as entry
    join lateral (
      select kind, choices from specification where key = entry.key and category in (
        ${category}, (select parent from category where slug = ${category})
      ) order by category = ${category} desc limit 1
    ) as specification on
      case specification.kind
        when 'number' then jsonb_typeof(entry.value) = 'number'
        when 'text' then jsonb_typeof(entry.value) = 'string'
        else entry.value #>> '{}' = any(specification.choices)
      end
  )`
}

/**
 * Moves all products of a category, deleted ones too, into another one or none. They keep the values
 * that are valid there. The caller holds the exclusive lock.
 */
export async function moveAllProducts(db: Db, from: string, to: string | null): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update product set category = ${to}, version = version + 1,
        specifications = ${validValuesIn(sql`${to}::text`)}
      where id in (
        select id from product where category = ${from} order by id limit ${BATCH} for no key update
      )`.execute(db)
    if (!numAffectedRows) return
  }
}

/** Returns two contracts that would both cover a product of a category in another one. */
export async function overlapAfter(
  db: Db,
  from: string,
  to: string | null,
  at: Date,
): Promise<ContractOverlap | undefined> {
  const { rows } = await sql<PlacedProduct>`
    select id, sku, category from product where deleted_at is null and category = ${from}
      and category is distinct from ${to}`.execute(db)
  const placed = rows.map((product) => ({ ...product, category: to }))
  return (await overlapsOfPlaced(db, placed, rows, at))[0]
}

/**
 * Removes the values that are not valid any more from the products of a category and of those below it, deleted
 * ones too.
 * Returns how many products on sale lost one.
 */
export async function dropInvalidValues(db: Db, category: string): Promise<number> {
  let lost = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ last: string | null; lost: number }>`
      with batch as (
        select id, deleted_at from product
        where id > ${after}::uuid and category in (
          select slug from category where ${category} in (slug, parent)
        )
        order by id limit ${BATCH} for no key update
      ), changed as (
        update product set version = version + 1,
          specifications = ${validValuesIn(sql`product.category`)}
        where id in (select id from batch)
          and specifications <> ${validValuesIn(sql`product.category`)}
        returning id
      )
      select (select id from batch order by id desc limit 1) as last,
        (select count(*)::int from changed join batch using (id) where deleted_at is null) as lost
    `.execute(db)
    const [batch] = rows
    lost += batch?.lost ?? 0
    if (!batch?.last) return lost
    after = batch.last
  }
}
