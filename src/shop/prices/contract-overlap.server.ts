import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/** Another contract that covers a product on the same days. */
export type ContractOverlap = { refused: 'contracts-overlap'; list: string; sku: string }

/**
 * Returns another contract of the same company that covers a product of this one on the same days; null without
 * any, and for lists that are no contracts.
 */
export async function findContractOverlap(db: Db, listId: string): Promise<ContractOverlap | null> {
  const { rows } = await sql<{ list: string; sku: string }>`
    with pair as (
      select list.id, other.id as other_id, other.name
      from price_list list
      join price_list other on other.company_id = list.company_id and other.is_contract
        and other.id <> list.id
        and tstzrange(other.valid_from, other.valid_until) && tstzrange(list.valid_from, list.valid_until)
      where list.id = ${listId} and list.is_contract
    )
    select pair.name as list, sku
    from pair
    cross join product
    left join category on category.slug = product.category
    cross join lateral (
      select array[product.id::text, 'in ' || product.category, 'in ' || category.parent, 'all'] as targets
    ) as named
    where exists (select from price_row where list_id = pair.id and target = any(targets))
      and exists (select from price_row where list_id = pair.other_id and target = any(targets))
    limit 1`.execute(db)
  const [overlap] = rows
  return overlap ? { refused: 'contracts-overlap', ...overlap } : null
}

/** The same for the contracts of all companies that name a category, or the one above it, once it was moved. */
export async function findOverlapAfterMove(
  db: Db,
  category: string,
): Promise<ContractOverlap | null> {
  const { rows } = await sql<{ id: string }>`
    select distinct price_list.id from price_list join price_row on list_id = price_list.id
    where is_contract and price_row.category in (
      select unnest(array[slug, parent]) from category where slug = ${category}
    )`.execute(db)
  for (const { id } of rows) {
    const overlap = await findContractOverlap(db, id)
    if (overlap) return overlap
  }
  return null
}
