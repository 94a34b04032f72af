import { createHash } from 'node:crypto'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { findFullProduct } from '#shop/catalogue/products.server.ts'
import type { ProductDetails } from './product-details-json.server.ts'

/** Finds a product's further images and documents; undefined for a deleted one. */
export async function findProductDetails(db: Db, id: string): Promise<ProductDetails | undefined> {
  if (!isUuid(id) || !(await findFullProduct(db, id))) return undefined
  return readDetails(db, id)
}

/** Returns the further images and documents of an existing product, on sale or deleted. */
export async function readDetails(db: Db, id: string): Promise<ProductDetails> {
  const images = await db
    .selectFrom('productImage')
    .select('image')
    .where('productId', '=', id)
    .orderBy('position')
    .execute()
  const documents = await db
    .selectFrom('productDocument')
    .select(['title', 'url', 'bytes'])
    .where('productId', '=', id)
    .orderBy('position')
    .execute()
  const lists = { images: images.map(({ image }) => image), documents }
  // A hash instead of a column: the lists are only ever replaced as a whole.
  const version = createHash('sha256').update(JSON.stringify(lists)).digest('hex').slice(0, 16)
  return { ...lists, version }
}
