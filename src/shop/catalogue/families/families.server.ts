import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Family as FamilyTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { slugOf } from '#shop/catalogue/product-path.ts'
import {
  listedColumns,
  type ProductRow,
  type StoredProduct,
  toProduct,
} from '#shop/catalogue/products.server.ts'

/** A family as cards and lists show it. */
export type Family = Pick<Selectable<FamilyTable>, 'id' | 'name' | 'slug' | 'image' | 'drawing' | 'position'>
/** The same with its text, as it was written and rendered. */
export type FullFamily = Family & Pick<Selectable<FamilyTable>, 'longText' | 'longTextHtml'>

const columns = ['id', 'name', 'slug', 'image', 'drawing', 'position'] as const

export function findFamilyBySlug(db: Db, slug: string): Promise<FullFamily | undefined> {
  return db
    .selectFrom('family')
    .select([...columns, 'longText', 'longTextHtml'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Returns the families with these names, in no order. */
export async function listFamiliesByName(db: Db, names: readonly string[]): Promise<Family[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('family')
    .select(columns)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute()
}

/**
 * Adds the families that products name and that do not exist yet. Called by everything that writes the family of
 * a product, in its transaction and after it has locked products.
 */
export async function addFamilies(db: Db, products: readonly { family?: string | null }[]) {
  const names = new Set(products.flatMap(({ family }) => family ?? []))
  // Another transaction may take a slug meanwhile, so that the next round has other ones.
  for (;;) {
    for (const { name } of await listFamiliesByName(db, [...names])) names.delete(name)
    if (names.size === 0) return
    const rows: { id: string; name: string; slug: string }[] = []
    // In one order, so that no two transactions wait for each other.
    for (const name of [...names].sort())
      rows.push({ id: uuidv7(), name, slug: await freeSlug(db, name, rows) })
    await db
      .insertInto('family')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Returns a slug that no family has, and none of these: the name's, or with the next number. */
export async function freeSlug(
  db: Db,
  name: string,
  others: readonly { slug: string }[] = [],
): Promise<string> {
  const base = slugOf(name)
  const { rows } = await sql<{ slug: string }>`
    select slug from family where starts_with(slug, ${base})`.execute(db)
  const taken = new Set([...rows, ...others].map(({ slug }) => slug))
  let slug = base
  for (let nr = 2; taken.has(slug); nr += 1) slug = `${base}-${nr}`
  return slug
}

/** More than any page shows of a family. */
const MAX_SIZES = 500

/** Returns the sizes of a family that are on sale, ascending. */
export async function listSizes(db: Db, family: string): Promise<StoredProduct[]> {
  const { rows } = await sql<ProductRow>`
    select ${listedColumns} from product join product_search on product_id = product.id
    where product.family = ${family} and deleted_at is null
    order by size_order, name_order, product.id limit ${MAX_SIZES}`.execute(db)
  return rows.map(toProduct)
}

/** Returns the slugs of the families with a page of their own: those with two sizes on sale. */
export async function listFamilySlugs(db: Db): Promise<{ slug: string }[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from family where exists (
      select from product where product.family = family.name and deleted_at is null offset 1
    ) order by slug`.execute(db)
  return rows
}
