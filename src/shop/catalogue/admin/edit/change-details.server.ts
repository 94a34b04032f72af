import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { ProductDetails } from '#shop/catalogue/details/product-details-json.server.ts'
import { readDetails } from '#shop/catalogue/details/product-details-queries.server.ts'
import type { DetailsChanges } from './details-forms.ts'

export type DetailsRefusal =
  | Refusal<'no-such-product' | 'foreign-image' | 'foreign-document'>
  | (Refusal<'stale'> & { details: ProductDetails })

type Stores = { images: Pick<ImageStore, 'has'>; documents: Pick<DocumentStore, 'sizeOf'> }

/**
 * Replaces a product's further images and documents. Refused when they are not stored in this shop,
 * or when the lists changed since the editor saw them.
 */
export async function changeDetails(
  db: Db,
  stores: Stores,
  id: string,
  { images, documents, version }: DetailsChanges,
  audit: AuditContext,
): Promise<ProductDetails | DetailsRefusal> {
  if (!isUuid(id)) return { refused: 'no-such-product' }
  const areStored = await Promise.all(images.map((url) => stores.images.has(url)))
  if (areStored.includes(false)) return { refused: 'foreign-image' }
  const sizes = await Promise.all(documents.map(({ url }) => stores.documents.sizeOf(url)))
  const documentRows = documents.flatMap(({ title, url }, position) => {
    const bytes = sizes[position] ?? null
    return bytes === null ? [] : [{ productId: id, position, title, url, bytes }]
  })
  if (documentRows.length < documents.length) return { refused: 'foreign-document' }
  return db.transaction().execute(async (db) => {
    const product = await db
      .selectFrom('product')
      .select('name')
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) return { refused: 'no-such-product' }
    const details = await readDetails(db, id)
    if (details.version !== version) return { refused: 'stale', details }
    await db.deleteFrom('productImage').where('productId', '=', id).execute()
    await db.deleteFrom('productDocument').where('productId', '=', id).execute()
    const imageRows = images.map((image, position) => ({ productId: id, position, image }))
    if (imageRows.length > 0) await db.insertInto('productImage').values(imageRows).execute()
    if (documentRows.length > 0) {
      await db.insertInto('productDocument').values(documentRows).execute()
    }
    const subject = { id, name: product.name }
    await recordAudit(db, { action: 'product-changed', subject, ...audit })
    return readDetails(db, id)
  })
}
