import { conflict, invalid, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { NOT_UPLOADED } from '#platform/images/image-url.ts'
import { type ContractOverlap, overlapText } from '#shop/prices/contract-overlap.server.ts'
import { LEAST_ORDER } from './product-rules.ts'
import type { FullProduct } from './products.server.ts'

/** Why a product was not changed or restored. */
export type ProductRefusal =
  | Refusal<
      | 'no-such-product'
      | 'no-successor'
      | 'none-found'
      | 'too-late'
      | 'foreign-image'
      | 'sku-taken'
      | 'gtin-taken'
      | 'least-order'
      | 'no-such-category'
    >
  | (Refusal<'invalid-specifications'> & { errors: Record<string, string> })
  | (Refusal<'stale'> & { product: FullProduct })
  | ContractOverlap

export const takenNumbers: Record<string, ProductRefusal> = {
  product_sku_unique: { refused: 'sku-taken' },
  product_gtin_unique: { refused: 'gtin-taken' },
}

/** Maps refusals of the product endpoints to responses. Unknown and deleted products get the same one. */
export const refuseProduct = refusals<ProductRefusal>({
  'no-such-product': notFound('This tool is not for sale.'),
  'no-successor': invalid('There is no other product on sale with this SKU.', 'successor'),
  'none-found': invalid('No product was found.'),
  'too-late': conflict('This product was deleted too long ago to be restored.'),
  stale: conflict('This product was changed in the meantime. Review the current values, then save again.'),
  'sku-taken': conflict('This SKU belongs to another product, on sale or deleted.', 'sku'),
  'gtin-taken': conflict('This GTIN belongs to another product, on sale or deleted.', 'gtin'),
  'least-order': invalid(LEAST_ORDER, 'perPrice'),
  'contracts-overlap': conflict(overlapText, 'category'),
  'no-such-category': invalid('This category does not exist any more.', 'category'),
  'invalid-specifications': invalid(
    ({ errors }) => Object.values(errors)[0] ?? 'The specifications are invalid.',
    { fields: ({ errors }) => errors },
  ),
  'foreign-image': invalid(NOT_UPLOADED, 'imgURL'),
})
