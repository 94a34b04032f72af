import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { likeText } from '#platform/database/word-search.server.ts'

export type ManagedFamily = NonNullable<Awaited<ReturnType<typeof findFamily>>>
type Counted = { id: string; name: string; products: number }
/** Two families whose names differ only in case or spaces; the first one has more products. */
export type AlikePair = { kept: Counted; joined: Counted }

/** As many pairs are offered at once. */
const MAX_ALIKE = 10

/** Returns a page of the families whose name has the search in it, by name. */
export function listFamilies(
  db: Db,
  { search, size, page }: { search: string; size: number; page: number },
) {
  return familiesFound(db, search)
    .select(['id', 'name', 'slug', 'image', 'position', onSale])
    .orderBy('name')
    .limit(size)
    .offset(size * page)
    .execute()
}

export async function countFamilies(db: Db, search: string): Promise<number> {
  const { count } = await familiesFound(db, search)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const onSale = sql<number>`(
  select count(*)::integer from product where product.family = family.name and deleted_at is null
)`.as('products')

function familiesFound(db: Db, search: string) {
  return db.selectFrom('family').where(sql<boolean>`lower(name) like ${`%${likeText(search)}%`}`)
}

/** Finds a family as its owner edits it. */
export async function findFamily(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  return db.selectFrom('family').selectAll().select(onSale).where('id', '=', id).executeTakeFirst()
}

export async function listAlike(db: Db): Promise<AlikePair[]> {
  const { rows } = await sql<AlikePair>`
    with spelled as materialized (
      select lower(regexp_replace(name, '\\s', '', 'g') collate "und-x-icu") as letters, id, name
      from family
    ), counted as (
      select letters, id, name, (
        select count(*)::integer from product
        where product.family = spelled.name and deleted_at is null
      ) as products
      from spelled
      where letters in (select letters from spelled group by letters having count(*) > 1)
    ), ranked as (
      select *, first_value(to_jsonb(counted) - 'letters') over same as kept,
        row_number() over same as nr
      from counted window same as (partition by letters order by products desc, id)
    )
    select kept, jsonb_build_object('id', id, 'name', name, 'products', products) as joined
    from ranked where nr > 1 order by name limit ${MAX_ALIKE}`.execute(db)
  return rows
}
