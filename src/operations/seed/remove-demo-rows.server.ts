import { sql } from 'kysely'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import categories from '#db/seed/categories.json' with { type: 'json' }
import type { Db } from '#platform/database/database.server.ts'
import { demoProducts } from './demo-products.ts'

/**
 * Deletes the demo's tools, categories, posts, reviews and texts, all companies and price lists, and the
 * audit trail. Tools, categories and posts that the owner has renamed stay. Needs a shop without orders.
 */
export async function removeDemoRows(db: Db): Promise<void> {
  await sql`truncate company_member, audit_entry, column_choice, order_list`.execute(db)
  await db.deleteFrom('priceList').execute()
  await db.deleteFrom('pendingUser').execute()
  await db.deleteFrom('company').execute()
  await db.deleteFrom('customerGroup').execute()
  await removeProducts(db)
  await db.deleteFrom('review').where('accountId', 'is', null).execute()
  const titles = blogPosts.map(({ title }) => title)
  await db.deleteFrom('blogPost').where('title', 'in', titles).execute()
  await removeTexts(db)
}

async function removeProducts(db: Db): Promise<void> {
  const demo = demoProducts.map(({ sku, name }) => [sku, name] as const)
  const ids = db
    .selectFrom('product')
    .select('id')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('sku', 'name'),
        'in',
        demo.map(([sku, name]) => tuple(sku, name)),
      ),
    )
  await db.deleteFrom('stockMovement').where('productId', 'in', ids).execute()
  await db.deleteFrom('product').where('id', 'in', ids).execute()
  await sql`delete from family
    where version = 1 and not exists (select from product where product.family = family.name)`.execute(db)
  await sql`delete from product_count where listed = 0`.execute(db)
  // Beside other tools they are harmless.
  await sql`delete from search_word where source = 'product' and not exists (select from product)`.execute(db)
  // Lower categories first.
  for (const isTop of [false, true]) {
    for (const { slug, name } of categories.filter(({ parent }) => (parent === null) === isTop)) {
      await sql`delete from category where slug = ${slug} and name = ${name}
        and not exists (select from product where category = ${slug})
        and not exists (select from category below where below.parent = ${slug})`.execute(db)
    }
  }
}

/** Removes the texts that nobody has changed, and the demo's tools from the home page. */
async function removeTexts(db: Db): Promise<void> {
  await db.deleteFrom('siteContent').where('version', '=', 1).execute()
  await sql`update site_content set content = content || '{"tools": []}'
    where page = 'home' and exists (
      select from jsonb_array_elements_text(content -> 'tools') sku
      where not exists (select from product where product.sku = sku))`.execute(db)
}
