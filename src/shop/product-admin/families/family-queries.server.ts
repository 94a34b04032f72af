import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { likeText } from '#platform/database/word-search.server.ts'

export type ManagedFamily = NonNullable<Awaited<ReturnType<typeof findFamily>>>

const onSale = sql<number>`(
  select count(*)::integer from product where product.family = family.name and deleted_at is null
)`.as('products')

/** A name without what is easily spelled in another way. */
const letters = (name: string) =>
  sql`lower(regexp_replace(${sql.ref(name)}, '\\s', '', 'g') collate "und-x-icu")`

/** Returns a page of the families whose name has the search in it, each with one that is spelled alike. */
export function listFamilies(db: Db, { search, size, page }: { search: string; size: number; page: number }) {
  return familiesFound(db, search)
    .select(['id', 'name', 'slug', 'image', 'position', onSale])
    .select(
      sql<{ _id: string; name: string } | null>`(
        select jsonb_build_object('_id', id, 'name', name) from family other
        where ${letters('other.name')} = ${letters('family.name')} and other.id <> family.id
        order by id limit 1
      )`.as('alike'),
    )
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

function familiesFound(db: Db, search: string) {
  return db.selectFrom('family').where(sql<boolean>`lower(name) like ${`%${likeText(search)}%`}`)
}

/** Finds a family as its owner edits it. */
export async function findFamily(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  return db.selectFrom('family').selectAll().select(onSale).where('id', '=', id).executeTakeFirst()
}
