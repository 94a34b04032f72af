import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { NO_IMAGE } from './no-image.ts'

const NO_IMAGE_FILE = 'src/shop/catalogue/images/no-image.png'

/** Stores the image of products without one of their own, and returns its URL. */
export async function storeNoImage(images: Pick<ImageStore, 'store'>): Promise<string> {
  const stored = await images.store(await readFile(NO_IMAGE_FILE))
  if ('refused' in stored) throw new Error(`The image of products without one is ${stored.refused}`)
  return stored.url
}

/**
 * The image that a product shows, for a statement about `product`: its own, or else its family's (product 12.11).
 * Whoever reads a product's image reads this; the column itself is for those who write it.
 */
export const shownImage = sql<string>`case
  when starts_with(product.image, ${sql.lit(NO_IMAGE)}) then coalesce(
    (select family.image from family where family.name = product.family), product.image)
  else product.image end`
