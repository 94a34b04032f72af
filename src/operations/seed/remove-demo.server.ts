import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import type { Db } from '#platform/database/database.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { DemoRows } from '#shop/brand/brand-api.server.ts'
import { demoProducts } from './demo-products.ts'

export async function countDemo(db: Db): Promise<DemoRows> {
  const rows = [ownProducts(db), ownPosts(db), ownReviews(db)].map((query) => query.execute())
  const [products = [], posts = [], reviews = []] = await Promise.all(rows)
  return { products: products.length, posts: posts.length, reviews: reviews.length }
}

/**
 * Removes the products, posts and reviews of the demo. Those that the owner has renamed stay, and so do
 * orders of the removed ones.
 */
export function removeDemo(db: Db, audit: Pick<AuditEntry, 'actor' | 'ipAddress'>): Promise<DemoRows> {
  const deletedAt = new Date()
  return db.transaction().execute(async (db) => {
    const products = await db
      .updateTable('product')
      .set({ deletedAt, isDiscontinued: false, successorId: null })
      .where('id', 'in', ownProducts(db))
      .executeTakeFirstOrThrow()
    const posts = await db
      .updateTable('blogPost')
      .set({ deletedAt })
      .where('id', 'in', ownPosts(db))
      .executeTakeFirstOrThrow()
    const reviews = await db.deleteFrom('review').where('id', 'in', ownReviews(db)).executeTakeFirstOrThrow()
    const removed = {
      products: Number(products.numUpdatedRows),
      posts: Number(posts.numUpdatedRows),
      reviews: Number(reviews.numDeletedRows),
    }
    const { actor, ipAddress } = audit
    const name = `${removed.products} products, ${removed.posts} posts, ${removed.reviews} reviews`
    await recordAudit(db, { action: 'demo-removed', subject: { id: null, name }, actor, ipAddress })
    return removed
  })
}

function ownProducts(db: Db) {
  return db
    .selectFrom('product')
    .select('id')
    .where((is) => is.or([is('deletedAt', 'is', null), is('isDiscontinued', '=', true)]))
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('sku', 'name'),
        'in',
        demoProducts.map(({ sku, name }) => tuple(sku, name)),
      ),
    )
}

function ownPosts(db: Db) {
  return db
    .selectFrom('blogPost')
    .select('id')
    .where('deletedAt', 'is', null)
    .where(
      'title',
      'in',
      blogPosts.map(({ title }) => title),
    )
}

// Only reviews of the demo have no account.
function ownReviews(db: Db) {
  return db.selectFrom('review').select('id').where('accountId', 'is', null)
}
