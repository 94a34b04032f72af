import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/** Two contracts of a company that cover a product on the same days (product 21.6). */
export type ContractOverlap = {
  refused: 'contracts-overlap'
  list: string
  other: string
  sku: string
}

/** Returns the refusal of a change after which two contracts would cover a product. */
export const overlapText = ({ list, other, sku }: Omit<ContractOverlap, 'refused'>) =>
  `The contracts “${list}” and “${other}” of one company would both have a price for ${sku} on the same days. Only one may apply.`

export type Overlap = {
  listId: string
  list: string
  otherId: string
  other: string
  company: string
  productId: string
  sku: string
  begins: Date | null
  ends: Date | null
}

type AddedOverlap = Overlap & ContractOverlap

/**
 * Until the end of the transaction no product comes into a category, none is added or restored, and no other
 * contract changes. Taken before any row lock. The key is that of the tree of categories.
 */
export async function lockContracts(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('category tree'))`.execute(db)
}

/** Returns the overlaps of a contract with others of its company; none for a draft and for other lists. */
export function overlapsOfList(db: Db, listId: string, most?: number): Promise<Overlap[]> {
  return findOverlaps(db, sql`one.id = ${listId}`, ofRows, most)
}

/** Returns an overlap that a shop of an earlier version still has; null without any. */
export async function findKeptOverlap(db: Db, at: Date): Promise<Overlap | null> {
  if (shopsWithout.has(db)) return null
  const [kept = null] = await findOverlaps(db, bothGoOn(at), ofRows, 1)
  if (kept === null) shopsWithout.add(db)
  return kept
}

/** Shops where none was found: since changes that add one are refused, there is none later. */
const shopsWithout = new WeakSet<Db>()

export type PlacedProduct = { id: string; sku: string; category: string | null }

/** Returns the overlaps that products add which are placed elsewhere, added or restored. */
export async function overlapsOfPlaced(
  db: Db,
  placed: readonly PlacedProduct[],
  before: readonly PlacedProduct[],
  at: Date,
): Promise<AddedOverlap[]> {
  const overlapsOf = (products: readonly PlacedProduct[]) => {
    if (products.length === 0) return []
    const [ids, skus] = [products.map(({ id }) => id), products.map(({ sku }) => sku)]
    return findOverlaps(
      db,
      bothGoOn(at),
      ofProducts(sql`
        select placed.*, parent
        from unnest(${ids}::uuid[], ${skus}::text[], ${products.map(({ category }) => category)}::text[])
          as placed (id, sku, category)
        left join category on slug = placed.category`),
    )
  }
  const after = await overlapsOf(placed)
  return after.length === 0 ? [] : addedOverlaps(await overlapsOf(before), after)
}

/** Returns the first overlap that the products of a category add that was below one category, or none, and is now below another. */
export async function overlapAfterMove(
  db: Db,
  slug: string,
  { from, to }: { from: string | null; to: string | null },
  at: Date,
): Promise<AddedOverlap | undefined> {
  const overlapsBelow = (parent: string | null, pairs: RawBuilder<unknown>) => {
    const products = sql`
      select id, sku, category, ${parent}::text as parent from product
      where category = ${slug} and deleted_at is null`
    return findOverlaps(db, sql`${bothGoOn(at)} and ${pairs}`, ofProducts(products))
  }
  if (to === null) return undefined
  // Only contracts that name the new parent can cover more than before.
  const namesParent = sql`exists (
    select from price_row where list_id in (one.id, other.id) and category = ${to})`
  const after = await overlapsBelow(to, namesParent)
  if (after.length === 0) return undefined
  return addedOverlaps(await overlapsBelow(from, sql`true`), after)[0]
}

/** Returns the overlaps that were not there before, or not on all of their days. */
export function addedOverlaps(before: readonly Overlap[], after: readonly Overlap[]): AddedOverlap[] {
  const keyOf = ({ listId, otherId, productId }: Overlap) => `${listId} ${otherId} ${productId}`
  const kept = new Map(before.map((overlap) => [keyOf(overlap), overlap]))
  const added = after.filter((overlap) => {
    const known = kept.get(keyOf(overlap))
    return !known || startOf(overlap) < startOf(known) || endOf(overlap) > endOf(known)
  })
  return added.map((overlap) => ({ refused: 'contracts-overlap', ...overlap }))
}

const startOf = ({ begins }: Overlap) => begins?.getTime() ?? Number.NEGATIVE_INFINITY
const endOf = ({ ends }: Overlap) => ends?.getTime() ?? Number.POSITIVE_INFINITY

/** Each two contracts of which none has ended. */
const bothGoOn = (at: Date) => sql`one.id < other.id
  and coalesce(one.valid_until > ${at}, true) and coalesce(other.valid_until > ${at}, true)`

/** The products on sale that both contracts of a pair cover, found from their rows. */
const ofRows = sql`
  select pair.*, product.id as product_id, sku
  from pair
  cross join lateral (
    select a.product_id as id
    from price_row a join price_row b on b.list_id = pair.other_id and b.target = a.target
    where a.list_id = pair.list_id and a.product_id is not null
    union
    select a.product_id
    from (values (pair.list_id, pair.other_id), (pair.other_id, pair.list_id)) as way (naming, wide)
    join price_row b on b.list_id = wide and b.product_id is null
    join price_row a on a.list_id = naming and a.product_id is not null
    join product on product.id = a.product_id
    left join category on slug = product.category
    where coalesce(b.category in (slug, parent), b.category is null)
    union
    select product.id
    from price_row a
    join price_row b on b.list_id = pair.other_id and b.product_id is null
    join category on coalesce(a.category in (slug, parent), a.category is null)
      and coalesce(b.category in (slug, parent), b.category is null)
    join product on product.category = slug
    where a.list_id = pair.list_id and a.product_id is null
    union
    select id from product where category is null and exists (
      select from price_row a join price_row b on a.target = b.target
      where a.list_id = pair.list_id and b.list_id = pair.other_id and a.target = 'all')
  ) as named
  join product using (id)
  where deleted_at is null`

/** These of the products, with their categories as columns, that both contracts of a pair cover. */
const ofProducts = (products: RawBuilder<unknown>) => sql`
  , candidate as materialized (${products}),
  covered (list_id, id, sku) as materialized (
    select list_id, id, sku from candidate join price_row on product_id = id
    union select list_id, id, sku from candidate join price_row using (category)
    union select list_id, id, sku from candidate join price_row on price_row.category = parent
    union select list_id, id, sku from candidate, price_row
    where product_id is null and price_row.category is null
      and list_id in (select list_id from pair union select other_id from pair)
  )
  select pair.*, one.id as product_id, one.sku
  from pair
  join covered one using (list_id)
  join covered other on other.list_id = pair.other_id and other.id = one.id`

/** Returns the overlaps of pairs of contracts, `one` and `other`, at most so many. */
async function findOverlaps(
  db: Db,
  pairs: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
  most?: number,
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    with pair as materialized (
      select one.id as list_id, one.name as list, other.id as other_id, other.name as other,
        company.name as company, greatest(one.valid_from, other.valid_from) as begins,
        least(one.valid_until, other.valid_until) as ends
      from price_list one
      join price_list other on other.company_id = one.company_id and other.id <> one.id
        and tstzrange(other.valid_from, other.valid_until) && tstzrange(one.valid_from, one.valid_until)
      join company on company.id = one.company_id and merged_into is null
      where one.is_contract and one.published_at is not null
        and other.is_contract and other.published_at is not null and ${pairs}
    )
    ${found}
    ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(db)
  return rows
}
