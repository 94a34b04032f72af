import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import type { Refusal } from '#platform/http/api/refusals.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { ProductDetails, ProductDocument } from '#shop/catalogue/details/product-details-json.server.ts'
import { readDetails } from '#shop/catalogue/details/product-details-queries.server.ts'
import type { DetailsChanges } from './details-forms.ts'

export type DetailsRefusal =
  | Refusal<'no-such-product' | 'foreign-image' | 'foreign-document'>
  | (Refusal<'stale'> & { details: ProductDetails })

type Stores = { images: Pick<ImageStore, 'has'>; documents: Pick<DocumentStore, 'sizeOf'> }

export type StoredFiles = { images: string[]; documents: ProductDocument[] }

/** Looks up the files of a product; refused when one is not stored in this shop. */
export async function findFiles(
  stores: Stores,
  { images, documents }: Omit<DetailsChanges, 'version'>,
): Promise<StoredFiles | Refusal<'foreign-image' | 'foreign-document'>> {
  const areStored = await Promise.all(images.map((url) => stores.images.has(url)))
  if (areStored.includes(false)) return { refused: 'foreign-image' }
  const sizes = await Promise.all(documents.map(({ url }) => stores.documents.sizeOf(url)))
  const changed = documents.flatMap(({ title, url }, index) => {
    const bytes = sizes[index] ?? null
    return bytes === null ? [] : [{ title, url, bytes }]
  })
  if (changed.length < documents.length) return { refused: 'foreign-document' }
  return { images, documents: changed }
}

/** Writes the files of a product that has none, in the caller's transaction. */
export async function writeFiles(db: Db, productId: string, { images, documents }: StoredFiles) {
  const imageRows = images.map((image, position) => ({ productId, position, image }))
  if (imageRows.length > 0) await db.insertInto('productImage').values(imageRows).execute()
  const documentRows = documents.map((document, position) => ({ productId, position, ...document }))
  if (documentRows.length > 0) await db.insertInto('productDocument').values(documentRows).execute()
}

/**
 * Replaces a product's further images and documents. Refused when they are not stored in this shop,
 * or when the lists changed since the editor saw them.
 */
export async function changeDetails(
  db: Db,
  stores: Stores,
  id: string,
  { version, ...lists }: DetailsChanges,
  audit: AuditContext,
): Promise<ProductDetails | DetailsRefusal> {
  if (!isUuid(id)) return { refused: 'no-such-product' }
  const files = await findFiles(stores, lists)
  if ('refused' in files) return files
  return db.transaction().execute(async (db) => {
    const product = await db
      .selectFrom('product')
      .select('name')
      .where('id', '=', id)
      .where((is) => is.or([is('deletedAt', 'is', null), is('isDiscontinued', '=', true)]))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!product) return { refused: 'no-such-product' }
    const details = await readDetails(db, id)
    if (details.version !== version) return { refused: 'stale', details }
    await db.deleteFrom('productImage').where('productId', '=', id).execute()
    await db.deleteFrom('productDocument').where('productId', '=', id).execute()
    await writeFiles(db, id, files)
    const subject = { id, name: product.name }
    await recordAudit(db, { action: 'product-changed', subject, ...audit })
    return readDetails(db, id)
  })
}
