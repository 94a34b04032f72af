import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'
import type { CategoryTile } from './category.ts'

/** Returns how many products on sale each category has of its own; categories without any are absent. */
export async function countByCategory(db: Db, slugs?: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('productCount')
    .selectAll()
    .where('category', '<>', '')
    .where('listed', '>', 0)
    .$if(slugs !== undefined, (query) => query.where('category', 'in', slugs ?? []))
    .execute()
  return new Map(rows.map(({ category, listed }) => [category, listed]))
}

/** Returns the categories that have products, parents first, each with the image of its first product on sale. */
export async function listCategoryTiles(db: Db): Promise<CategoryTile[]> {
  const { rows } = await sql<CategoryTile>`
    select slug, category.name, ${shownImage} as "imgURL" from category
    cross join lateral (
      select product_id from product_search where product_search.category = slug
      order by family_order, size_order, product_id limit 1
    ) first
    join product on product.id = product_id
    order by parent nulls first, category.position, category.name`.execute(db)
  return rows
}

/** Returns the image of each category's first product on sale; categories without any are absent. */
export async function listCategoryImages(db: Db): Promise<Map<string, string>> {
  return new Map((await listCategoryTiles(db)).map(({ slug, imgURL }) => [slug, imgURL]))
}
