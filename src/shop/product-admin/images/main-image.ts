import { NO_IMAGE } from '#shop/catalogue/images/no-image.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { findProducts, hashOf, type MatchedFile } from './matched-files.ts'

/** The image of its own that a product shows before its files are stored; null without one. */
export function imageBefore({ product }: MatchedFile): string | null {
  const [image] = product?.files ?? []
  return image === undefined || image.startsWith(NO_IMAGE) ? null : image
}

/** Gives a product its main image of before again; returns why not if another one took the place meanwhile. */
export async function restoreMain({ file, product }: MatchedFile, imgURL: string) {
  const hash = await hashOf(file)
  const found = await findProducts([product?.code ?? ''])
  const now = found.find(({ _id }) => _id === product?._id)
  // Where the browser can't compute the hash, it can't tell.
  if (!now || (hash !== null && !now.files[0]?.includes(hash)))
    return 'The image was changed in the meantime.'
  await adminCatalogueApi.products[':id'].$put({ param: { id: now._id }, json: { imgURL } })
  return null
}
